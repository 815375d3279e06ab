"""The controls in a real page: undo, files, pause and step, hints and rules, languages, the end, the keyboard."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.lab import BOARD, LabPage
from tests.browser.robot import QUICK, Robot, check_no_trouble, start
from ttr_widget.widget.messages import TEXTS


def choose(lab: LabPage, where: str, value: str) -> None:
    """Takes an entry of a list in the menu."""
    lab.page.locator(f".ttr {where} select").select_option(label=value)


def test_undo_save_load_pause_and_step(lab: LabPage) -> None:
    robot = start(lab, "ttr.play('usa', ['human', 'random'], seed=2, autosave=False)")
    robot.play(4)
    page = lab.page
    page.locator(".ttr .ttr-bots").click()
    lab.wait_kernel("w.table.runner.paused")
    # Undo takes back the person's last decision and what the bots did since.
    lab.wait_kernel("w.is_fresh()")
    target = lab.kernel_eval("w.table.undo_target()")
    page.locator(".ttr .ttr-undo").click()
    lab.wait_kernel(f"len(w.game) == {target}")
    assert lab.kernel_eval("w.game.player") == 0
    robot.clicked.pop()
    # Saved, played on, loaded again: the game is where it was.
    lab.wait_kernel("w.is_fresh()")
    page.locator(".ttr .ttr-menu-button").click()
    page.locator(".ttr .ttr-tab-files").click()
    name = page.locator(".ttr .ttr-save-name input")
    name.fill("my game")
    name.press("Tab")
    page.locator(".ttr .ttr-save").click()
    expect(page.locator(".ttr .ttr-load-list select")).to_contain_text("my game")
    page.locator(".ttr .ttr-menu-close").click()
    saved = lab.kernel_eval("w.game.record()")
    robot.move()
    assert lab.kernel_eval("w.game.record()") != saved
    page.locator(".ttr .ttr-menu-button").click()
    page.locator(".ttr .ttr-tab-files").click()
    choose(lab, ".ttr-load-list", "my game.ttr.json")
    page.locator(".ttr .ttr-load").click()
    lab.wait_kernel(f"w.game.record() == {saved!r}")
    # Paused bots move one step at a time.
    lab.wait_kernel("w.is_fresh()")
    robot.clicked.pop()
    while lab.kernel_eval("w.game.player") == 0:
        robot.move()
    lab.kernel_run("w.table.runner.paused = True; w.table.tell()")
    number = lab.kernel_eval("len(w.game)")
    if lab.kernel_eval("w.game.player") == 1:
        page.locator(".ttr .ttr-step:visible").click()
        lab.wait_kernel(f"len(w.game) == {number + 1}")
    check_no_trouble(lab)


TEXTS_SHOWN = """() => {
    const root = document.querySelector('.ttr');
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = new Set();
    while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (parent.tagName !== 'STYLE') found.add(walker.currentNode.textContent.trim());
    }
    for (const e of root.querySelectorAll('[title], [aria-label], [placeholder]')) {
        for (const name of ['title', 'aria-label', 'placeholder']) found.add((e.getAttribute(name) || '').trim());
    }
    return [...found];
}"""


def english_left(lab: LabPage) -> set[str]:
    """Texts in the page that the tables know as English and say otherwise in German; names of players are no texts."""
    english = {en for en, de in TEXTS.values() if en != de and "{" not in en and len(en) > 3}
    english -= {de for _, de in TEXTS.values()} | set(lab.kernel_eval("list(w.game.names)"))
    return english & set(lab.page.evaluate(TEXTS_SHOWN))


def test_hints_tour_rules_languages_and_a_new_game_from_the_menu(lab: LabPage) -> None:
    robot = start(lab, "ttr.play('usa', ['human', 'random'], seed=2, autosave=False)")
    robot.play(2)
    page = lab.page
    lab.wait_kernel("w.is_fresh() and w.game.player == 0")
    page.locator(".ttr .ttr-hint").click()
    expect(page.locator(".ttr .ttr-toast")).to_contain_text("Your cheapest way to finish")
    assert lab.kernel_eval("len(list(w.marks().path))") > 0
    # Everything speaks German as soon as it is chosen.
    page.locator(".ttr .ttr-menu-button").click()
    page.locator(".ttr .ttr-tab-settings").click()
    choose(lab, ".ttr-set-language", "Deutsch")
    expect(page.locator(".ttr .ttr-say").first).to_contain_text("Du bist dran")
    expect(page.locator(".ttr .ttr-undo")).to_have_text("Rückgängig")
    for tab in ("new", "files", "settings", "help"):
        page.locator(f".ttr .ttr-tab-{tab}").click()
        expect(page.locator(f".ttr .ttr-tab-{tab}")).to_have_class(re.compile("ttr-on"))
        assert english_left(lab) == set()
    # The rules of this map, and the tour.
    page.locator(".ttr .ttr-tab-help").click()
    page.locator(".ttr .ttr-help-rules").click()
    expect(page.locator(".ttr .ttr-page-body")).to_contain_text("Längste zusammenhängende Strecke: 10")
    page.locator(".ttr .ttr-page-close").click()
    page.locator(".ttr .ttr-menu-button").click()
    page.locator(".ttr .ttr-tab-help").click()
    page.locator(".ttr .ttr-help-tour").click()
    tour = page.locator(".ttr .ttr-tour")
    expect(tour).to_contain_text("Ein Rundgang von einer Minute")
    lab.kernel_run("from ttr_widget.widget import tour")
    stops = lab.kernel_eval("len(tour.steps(w.game.board, 'de'))")
    for _ in range(stops):
        targets = lab.kernel_eval("w.parts.dynamic.value")
        target = re.search(r"\.ttr \.([\w-]+)\{", targets)
        assert target
        assert page.locator(f".ttr .{target[1]}:visible").count() > 0, f"the tour points at {target[1]}"
        page.locator(".ttr .ttr-tour-next").click()
    expect(tour).to_be_hidden()
    # A new game on another map, with three players.
    page.locator(".ttr .ttr-menu-button").click()
    page.locator(".ttr .ttr-tab-new").click()
    choose(lab, ".ttr-new-map", "Niederlande")
    choose(lab, ".ttr-new-seat-2", "Zufall")
    seed = page.locator(".ttr .ttr-new-seed input")
    seed.fill("77")
    seed.press("Tab")
    page.locator(".ttr .ttr-new-start").click()
    lab.wait_kernel("w.game.board.name == 'nederland' and w.game.players == 3 and w.game.seed == 77")
    lab.wait_kernel("w.is_fresh()")
    robot = Robot(lab)
    robot.play(2)
    robot.check()
    lab.kernel_run("w.set_preference(language='en')")


def test_the_end_and_the_replay(lab: LabPage) -> None:
    code = (
        "from ttr_widget.bots import make_bot, play_game; "
        "game = play_game(ttr.Game('usa', ['Ann', 'Bob'], seed=1), [make_bot('path', i) for i in (0, 1)]); "
    )
    lab.open_notebook([f"import ttr_widget as ttr; {code}w = ttr.play(game, autosave=False); {QUICK}; w"])
    lab.run_all()
    lab.wait_painted()
    page = lab.page
    lab.kernel_run("from ttr_widget.widget import end_screen")
    steps = lab.kernel_eval("[step.title for step in end_screen.steps(game, 'en')]")
    for title in steps[:-1]:
        expect(page.locator(".ttr .ttr-end-text")).to_contain_text(title, ignore_case=True)
        page.locator(".ttr .ttr-end-next").click()
    winner = lab.kernel_eval("game.names[game.winners[0]]")
    expect(page.locator(".ttr .ttr-end-text")).to_contain_text(f"{winner} wins", ignore_case=True)
    for total in lab.kernel_eval("game.scores()"):
        expect(page.locator(".ttr .ttr-end-text")).to_contain_text(str(total))
    assert lab.kernel_eval("w.ending.replaying") is False, "the board shows the end, not the replay"
    # The slider goes through the whole game, and the board follows.
    handle = page.locator(".ttr .ttr-replay-slider .noUi-handle")
    handle.focus()
    page.keyboard.press("Home")
    lab.wait_kernel("w.ending.replaying and w.ending.picture()[0].number == 0")
    for number in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        lab.wait_kernel(f"w.ending.picture()[0].number == {number}")
    page.keyboard.press("End")
    lab.wait_kernel("w.ending.picture()[0].number == len(game)")
    box = page.locator(".ttr .ttr-replay-slider .noUi-base").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    lab.wait_kernel("abs(w.ending.picture()[0].number - len(game) / 2) < len(game) / 10")
    page.locator(".ttr .ttr-replay-close").click()
    lab.wait_kernel("not w.ending.replaying")
    assert lab.kernel_eval("len(w.game) == len(game)")
    check_no_trouble(lab)


def test_a_turn_with_the_keyboard_only(lab: LabPage) -> None:
    """Every decision is reached with Tab and made with Enter, Space and arrows; the board is no trap."""
    scenario = "ttr.Scenario('usa', players=['You', 'Random'], seed=2).hand(0, blue=4, red=2)"
    start(lab, f"ttr.play({scenario}.tickets(0, 'Boston–Miami').game(), ['human', 'random'], autosave=False)")
    page = lab.page
    reached: list[str] = []

    def go_to(selector: str) -> None:
        for _ in range(80):
            classes = page.evaluate(
                "() => document.activeElement.closest('.ttr') ? document.activeElement.className : ''"
            )
            reached.append(str(classes))
            if page.evaluate("s => !!document.activeElement.closest(s)", selector):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}; it led to {reached[-40:]}")

    page.locator(".ttr .ttr-menu-button").focus()
    # A route from the list, chosen with arrows.
    go_to(".ttr-claim-list")
    wanted = lab.kernel_eval("w.parts.claim_list.options[1][1]")
    page.keyboard.press("ArrowDown")
    lab.wait_kernel(f"w.parts.claim_list.value == {wanted}")
    go_to(".ttr-claim")
    page.keyboard.press("Enter")
    if lab.kernel_eval(f"len(w.game) == 0 and len(w.view.legal.claims_of({wanted})) > 1"):
        lab.wait_kernel("w.decisions.asking")
        page.locator(".ttr .ttr-hint").focus()
        go_to(".ttr-choice-0")
        page.keyboard.press("Enter")
    lab.wait_kernel(f"len(w.game) > 0 and w.game.actions[0].route == {wanted}")
    # Cards from the deck.
    lab.wait_kernel("w.game.player == 0 and w.game.phase == 'turn' and w.is_fresh()")
    number = lab.kernel_eval("len(w.game)")
    page.locator(".ttr .ttr-hint").focus()
    go_to(".ttr-deck")
    page.keyboard.press("Enter")
    lab.wait_kernel(f"len(w.game) == {number + 1} and w.is_fresh()")
    page.locator(".ttr .ttr-hint").focus()
    go_to(".ttr-deck")
    page.keyboard.press("Space")
    lab.wait_kernel(f"len(w.game) >= {number + 2} and w.game.actions[{number + 1}].kind == 'draw'")
    # Tickets, ticked with Space.
    lab.wait_kernel("w.game.player == 0 and w.game.phase == 'turn' and w.is_fresh()")
    page.locator(".ttr .ttr-hint").focus()
    go_to(".ttr-piles .ttr-tickets")
    page.keyboard.press("Enter")
    lab.wait_kernel("w.game.phase == 'keep' and w.is_fresh()")
    page.locator(".ttr .ttr-hint").focus()
    go_to(".ttr-choice-1")
    page.keyboard.press("Space")
    lab.wait_kernel("w.parts.chooser.ticked() == [1]")
    go_to(".ttr-confirm")
    page.keyboard.press("Enter")
    lab.wait_kernel("w.game.phase != 'keep' and len(w.game.tickets[0]) == 2")
    # Every control that can be reached has a name for screen readers, and the news are read out.
    nameless = page.evaluate(
        """() => [...document.querySelectorAll('.ttr button, .ttr select, .ttr input')]
            .filter(e => e.offsetParent && !e.getAttribute('aria-label') && !e.title && !e.textContent.trim())
            .filter(e => !e.labels?.length)
            .map(e => e.outerHTML.slice(0, 200))"""
    )
    assert nameless == []
    assert page.locator(".ttr [aria-live='polite']").first.text_content()
    assert page.locator(BOARD).get_attribute("aria-label")
    # From the board, Tab leads on.
    page.locator(BOARD).focus()
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.tagName") != "CANVAS"
    check_no_trouble(lab)


def test_hovering_filtering_and_cancelling(lab: LabPage) -> None:
    scenario = "ttr.Scenario('usa', players=['You', 'Random'], seed=2).hand(0, blue=4, red=3, locomotive=1)"
    start(lab, f"ttr.play({scenario}.tickets(0, 'Boston–Miami').game(), ['human', 'random'], autosave=False)")
    page = lab.page
    board = page.locator(BOARD)

    def place(route: int) -> Any:
        x, y = lab.kernel_eval(f"w.board.point_of({route})")
        return {"x": x, "y": y}

    # The route under the mouse says what it is, or why it cannot be claimed.
    closed = lab.kernel_eval("next(i for i, r in enumerate(w.game.board.routes) if r.color == 'black')")
    board.hover(position=place(closed))
    expect(page.locator(".ttr .ttr-tip")).to_contain_text("black missing")
    assert lab.wait_kernel(f"w.marks().hover == {closed}")
    assert lab.kernel_eval("w.marks().valid") is False
    several = lab.kernel_eval("next(r for r in w.view.legal.claimable_routes() if len(w.view.legal.claims_of(r)) > 2)")
    board.hover(position=place(several))
    expect(page.locator(".ttr .ttr-tip")).to_contain_text(lab.kernel_eval(f"w.game.board.route_label({several})"))
    lab.wait_kernel("w.marks().valid")
    page.locator(".ttr .ttr-status").hover()
    lab.wait_kernel("w.marks().hover is None")
    # A colour of the hand: only the routes it pays for glow.
    everything = lab.kernel_eval("len(w.marks().glow)")
    page.locator(".ttr .ttr-hand-red").click()
    lab.wait_kernel(f"0 < len(w.marks().glow) < {everything}")
    page.locator(".ttr .ttr-hand-red").click()
    lab.wait_kernel(f"len(w.marks().glow) == {everything}")
    # Several payments: cheapest first; cancelled with the button and with Escape, nothing is played.
    for leave in (lambda: page.locator(".ttr .ttr-cancel").click(), lambda: page.keyboard.press("Escape")):
        board.click(position=place(several))
        lab.wait_kernel("w.decisions.asking")
        first = page.locator(".ttr .ttr-choice-0")
        expect(first).to_be_visible()
        first.focus()
        leave()
        lab.wait_kernel("not w.decisions.asking")
        expect(first).to_be_hidden()
    assert lab.kernel_eval("len(w.game)") == 0
    locomotives = lab.kernel_eval(
        f"[a.locomotives for a in __import__('ttr_widget.widget.panels', fromlist=['x']).payments(w.view, {several})]"
    )
    assert locomotives == sorted(locomotives)
    # Who likes to be asked first is asked, also where there is only one way to pay.
    lab.kernel_run("w.set_preference(confirm=True)")
    single = lab.kernel_eval("next(r for r in w.view.legal.claimable_routes() if len(w.view.legal.claims_of(r)) == 1)")
    board.click(position=place(single))
    lab.wait_kernel("w.decisions.asking")
    page.locator(".ttr .ttr-choice-0").click()
    lab.wait_kernel(f"len(w.game) > 0 and w.game.actions[0].route == {single}")
    lab.kernel_run("w.set_preference(confirm=False)")
    check_no_trouble(lab)


def test_dragging_a_colour_and_pointing_at_tickets(lab: LabPage) -> None:
    scenario = "ttr.Scenario('usa', players=['You', 'Random'], seed=2).hand(0, blue=4, red=4)"
    start(lab, f"ttr.play({scenario}.tickets(0, 'Boston–Miami').game(), ['human', 'random'], autosave=False)")
    page = lab.page
    # A ticket under the mouse, or with the focus, shows its way.
    page.locator(".ttr .ttr-ticket-0").hover()
    lab.wait_kernel("w.marks().path")
    page.locator(".ttr .ttr-status").hover()
    lab.wait_kernel("not w.marks().path")
    page.locator(".ttr .ttr-ticket-0").focus()
    lab.wait_kernel("w.marks().path")
    page.locator(".ttr .ttr-deck").focus()
    lab.wait_kernel("not w.marks().path")
    # A colour carried away and let go beside the board changes nothing; on a gray route it pays for it.
    gray = "next(r for r in w.view.legal.claimable_routes() if w.game.board.routes[r].color == 'gray')"
    route = lab.kernel_eval(gray)
    x, y = lab.kernel_eval(f"w.board.point_of({route})")
    everything = lab.kernel_eval("len(w.marks().glow)")
    card, board = page.locator(".ttr .ttr-hand-blue").bounding_box(), page.locator(BOARD).bounding_box()
    assert card
    assert board
    for place in ((card["x"] + 200, card["y"] + 10), (board["x"] + x, board["y"] + y)):
        assert lab.kernel_eval("len(w.game)") == 0
        page.mouse.move(card["x"] + 15, card["y"] + 20)
        page.mouse.down()
        page.mouse.move(card["x"] + 40, card["y"] - 20, steps=4)
        lab.wait_kernel(f"0 < len(w.marks().glow) < {everything}")
        page.mouse.move(*place, steps=6)
        page.mouse.up()
        lab.wait_kernel("w.own.color is None")
    lab.wait_kernel("len(w.game) > 0")
    assert lab.kernel_eval("[w.game.actions[0].route, w.game.actions[0].text]")[0] == route
    assert "blue" in lab.kernel_eval("w.game.actions[0].text")
    check_no_trouble(lab)
