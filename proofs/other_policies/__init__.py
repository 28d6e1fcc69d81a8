"""Beyond the paper: the exact worst case of two policies that look at last rewards.

    greedy.py                 an arm of largest last reward (F12)
    explore_then_commit.py    for ever that of largest f(2) (F13)

The upper bounds are sums over arms of what the first pull after the opening says, and that no
smaller ones will do is shown by schedules.
"""
