"""Instances that prove claims: adversaries for every policy, schedules for some run of one."""
