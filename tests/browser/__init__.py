"""A package, so that its fixtures of package scope end with the folder (Playwright keeps a loop running till then)."""
