"""From a question to a verdict: the one road."""
