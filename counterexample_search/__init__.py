"""The hunt: a search for the instances that hurt a policy most, or that refute a claim.

problem         what is hunted and how an instance is scored: plain data
budget          what a hunt may spend, and how it ends
strategies      hypothesis: arms and instances, for your own tests too; driving and simplifying
evolution       instances in small integers, quick plays, edits of hinges
local_programs  the best instance on which any policy decides as it did, by a linear program
exact           known worst cases, from the exact engine
search          the search in one cell, and its state
judging         records: played again pull by pull, and judged by the kernel
store           one SQLite file that survives anything
campaign        many cells, one budget, one store; in this process, in others or on a cluster
claims          the hunt for a violation of a claim, on the one road; claims about arms
run_claims      claims about the run of a policy
"""
