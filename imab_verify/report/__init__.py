"""What people see: `terminal` for tables, `run_tables` for a run, `figures` for plots."""
