"""The Python interface: one function for each command, and the objects they take and give.

`import imab_verify as iv` offers all of it; the commands are a thin layer over these calls.
"""
