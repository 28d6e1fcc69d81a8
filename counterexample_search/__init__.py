"""The hunt: a search for the instances that hurt a policy most, or that refute a claim.

strategies    hypothesis strategies for arms and instances, for your own tests too
objective     what is maximised, exactly
polish        the best instance that plays the same way, by an exact linear program
tracing       which comparisons led any policy to its pulls, seen by playing
local         linear programs over these comparisons, in floats
seeds         shapes of small worst cases, redrawn at other sizes
sketches      instances in small integers, for thousands of runs
evolution     edits of hinges, keeping what is not worse
exact         what the exact engine knows about a cell
budget        what a search may spend
searcher      the search in one cell, in layers
judge         every record is played again and judged by the kernel
claims        the hunt for a violation of a claim, on the one road
arm_claims    claims about arms: parameters drawn, rewards by a linear program
run_claims    claims about the run of a policy: instances drawn
claim_campaign  the same in many processes and over many calls
store         one SQLite file that survives anything
slices        one piece of work, for any process
campaign      many cells, one budget, one store
"""
