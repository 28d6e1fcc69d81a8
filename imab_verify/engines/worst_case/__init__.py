"""Exact worst cases of a policy at one k and T."""
