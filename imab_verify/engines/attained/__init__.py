"""Schedules that prove what is attained in some run of a policy."""
