"""The statements of a paper: how they are written down, decided and kept on record."""
