"""cvc5 as a second opinion on the scripts that are written for z3, where it is installed."""
