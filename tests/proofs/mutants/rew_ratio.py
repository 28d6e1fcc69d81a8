"""Statements of proofs/rew_ratio made slightly too strong."""

from imab_verify.ledger import Reading

REW_LE_FIVE_QUARTERS_OF_HORIZON_GE_2 = Reading(
    name="rew_le_five_quarters_of_horizon_ge_2",
    says="T >= 2",
    claim="Rew(f,T) <= 5*T/4*f(m)",
    given=("2*m >= T", "T >= 2"),
)

REW_LE_23_32_CHORD_SLOPE = Reading(
    name="rew_le_23_32_chord_slope",
    says="23/32",
    claim="Rew(f,T) <= 23*T**2/32*(f(m)/m)",
    given=("2*m <= T",),
)

MUTANTS = {
    "D11a": (
        Reading(
            name="rew_ratio_ge_two_sevenths",
            says="2/7 in place of 1/4",
            claim="Rew(f,m)/Rew(f,T) >= 2/7",
            given=("2*m >= T",),
        ),
        Reading(
            name="rew_ratio_ge_fifth_of_ge_half_of_pred",
            says="one pull less",
            claim="Rew(f,m)/Rew(f,T) >= 1/5",
            given=("2*m + 1 >= T",),
        ),
        Reading(
            name="rew_ratio_ge_fifth_of_monotone",
            says="only monotone",
            claim="Rew(f,m)/Rew(f,T) >= 1/5",
            given=("2*m >= T",),
            arms="f: monotone",
        ),
        Reading(
            name="rew_ratio_ge_succ_pulls_ratio",
            says="the sharp form shifted",
            claim="(m+1)*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)",
            given=("m <= T",),
        ),
    ),
    "D11b": (
        Reading(
            name="rew_ratio_ge_square_over_pred_square",
            says="m^2/(T^2-1)",
            claim="(T*T-1)*Rew(f,m) >= m*m*Rew(f,T)",
            given=("m <= T",),
        ),
        Reading(
            name="rew_ratio_ge_16_25_square_at_floor_of_pulls_ge_2",
            says="rounded down, from m = 2 on",
            claim="Rew(f,m)/Rew(f,T) >= 16*(m+1)*(m+1)/(25*T*T)",
            given=("m >= 2", "2*m <= T"),
        ),
        Reading(
            name="rew_ratio_ge_square_beyond_horizon",
            says="beyond T",
            claim="Rew(f,m)/Rew(f,T) >= m*m/(T*T)",
            given=("m <= T+1",),
        ),
    ),
    "D12": (
        Reading(
            name="rew_ge_triangle_of_base_plus_2",
            says="more than sharp",
            claim="Rew(f,m) >= (m+2)/2*f(m)",
        ),
        Reading(
            name="rew_ge_triangle_of_monotone",
            says="only monotone",
            claim="Rew(f,m) >= m/2*f(m)",
            arms="f: monotone",
        ),
        Reading(
            name="area_ge_triangle_of_succ_base",
            says="a higher triangle",
            claim="Area(f,m) >= (m+1)/2*f(m)",
        ),
    ),
    "D13": (
        REW_LE_FIVE_QUARTERS_OF_HORIZON_GE_2,
        Reading(
            name="rew_le_horizon_plus_half",
            says="T + 1/2",
            claim="Rew(f,T) <= (T+1/2)*f(m)",
            given=("2*m >= T",),
        ),
        Reading(
            name="rew_le_five_quarters_at_floor_of_odd_horizon_ge_7",
            says="rounded down, odd T >= 7",
            claim="Rew(f,2*m+1) <= 5*(2*m+1)/4*f(m)",
            given=("m >= 3",),
        ),
    ),
    "D14": (
        Reading(
            name="rew_ratio_ge_three_fifths_share",
            says="3/5 in place of 2/5",
            claim="Rew(f,m)/Rew(f,T) >= 3*m/(5*T)",
            given=("2*m >= T",),
        ),
        Reading(
            name="two_fifths_share_ge_two_ninths",
            says="2 alpha/5 >= 2/9",
            claim="2*m/(5*T) >= 2/9",
            given=("2*m >= T",),
        ),
    ),
    "D15": (
        Reading(
            name="rew_le_left_tangent_area_up_to_horizon_of_ge_half",
            says="the area up to T",
            claim="Rew(f,T) <= T*f(m) + T*(T-2*m)/2*Delta(f,m)",
            given=("2*m >= T", "m <= T"),
        ),
        Reading(
            name="rew_le_earlier_tangent_area",
            says="a slope one pull earlier",
            claim="Rew(f,T) <= (T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m-1)",
            given=("2*m >= T", "m <= T", "m >= 2"),
        ),
        Reading(
            name="horizontal_area_le_six_fifths",
            says="6/5",
            claim="(T+1)*f(m) <= 6*T/5*f(m)",
            given=("T >= 4",),
        ),
    ),
    "D16": (
        Reading(
            name="length_ae_ge_de_plus_1",
            says="AE >= DE + 1",
            claim="m >= T+2-m",
            given=("2*m >= T+1", "m <= T"),
        ),
    ),
    "D17": (
        Reading(
            name="left_tangent_area_le_horizontal_area_of_ge_half_of_pred",
            says="2 alpha T + 1 >= T",
            claim="(T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m) <= (T+1)*f(m)",
            given=("2*m + 1 >= T", "m <= T"),
        ),
    ),
    "D18": (
        Reading(
            name="abe_dce_legs_in_inverse_proportion",
            says="AE AB = DE DC",
            claim="m*(m*Delta(f,m)) == (T+1-m)*((T+1-m)*Delta(f,m))",
            given=("m <= T",),
        ),
        Reading(
            name="abe_dce_hypotenuse_squares_in_proportion",
            says="AE CE^2 = DE BE^2",
            claim="m*((T+1-m)**2 + ((T+1-m)*s)**2) == (T+1-m)*(m**2 + (m*s)**2)",
            given=("m <= T",),
            reals=("s",),
        ),
    ),
    "D19": (
        Reading(
            name="rew_ge_chord_triangle_of_succ_square",
            says="more than sharp",
            claim="Rew(f,m) >= (m+1)**2/2*(f(m)/m)",
        ),
        Reading(
            name="rew_ge_chord_triangle_of_monotone",
            says="only monotone",
            claim="Rew(f,m) >= m**2/2*(f(m)/m)",
            arms="f: monotone",
        ),
    ),
    "D19b": (
        REW_LE_23_32_CHORD_SLOPE,
        Reading(
            name="rew_le_half_square_chord_slope",
            says="T^2/2",
            claim="Rew(f,T) <= T**2/2*(f(m)/m)",
            given=("2*m <= T",),
        ),
        Reading(
            name="rew_le_chord_slope_sum_beyond_half",
            says="beyond (T+1)/2",
            claim="Rew(f,T) <= T*(T+1)/2*(f(m)/m)",
            given=("2*m <= T+2", "m <= T"),
        ),
    ),
    "D19c": (
        Reading(
            name="bounds_quotient_ge_17_25",
            says="17 in place of 16",
            claim="alpha**2*T**2/(2*k**2)*(32/(25*T**2)) >= 17*alpha**2/(25*k**2)",
            reals=("alpha",),
        ),
        Reading(
            name="rew_ratio_ge_16_25_square_of_lower_bound",
            says="without the upper bound",
            claim="Rew(f,m)/Rew(f,T) >= 16*m*m/(25*T*T)",
            given=("Rew(f,m) >= m**2/2*(f(m)/m)",),
        ),
    ),
    "D19d": (
        Reading(
            name="triangle_ocq_area_le_25_32_of_horizon_ge_3",
            says="T >= 3",
            claim="(T+1)**2/2*(f(m)/m) <= 25*T**2/32*(f(m)/m)",
            given=("T >= 3",),
        ),
        Reading(
            name="rew_le_left_tangent_area_up_to_horizon_of_le_half",
            says="the area up to T",
            claim="Rew(f,T) <= T*f(m) + T*(T-2*m)/2*Delta(f,m)",
            given=("2*m <= T",),
        ),
    ),
    "D19e": (
        Reading(
            name="efo_ehc_in_proportion_to_whole",
            says="FE HC = HE FO with H at E",
            claim="m*(y*X/m) == (X-m)*y",
            given=("m < X",),
            reals=("y",),
        ),
        Reading(
            name="aoe_dce_verticals_eq",
            says="AO = DC",
            claim="y-m*s == y*X/m - y - (X-m)*s",
            given=("m < X",),
            reals=("y", "s"),
        ),
    ),
    "D19f": (
        Reading(
            name="length_fe_lt_he_sub_1",
            says="FE < HE - 1",
            claim="m < T-m",
            given=("2*m <= T",),
        ),
        Reading(
            name="left_tangent_area_le_triangle_ocq_beyond_half",
            says="up to (T+2)/2",
            claim="(T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m) <= (T+1)**2/2*(f(m)/m)",
            given=("2*m <= T+2",),
        ),
        Reading(
            name="triangle_aoe_le_dce_from_1",
            says="f(0) is not known",
            claim="m**2*(f(m)-m*Delta(f,m)) <= (T+1-m)**2*(f(m)-m*Delta(f,m))",
            given=("2*m <= T", "m >= 2"),
            arms="f: concave-from-1",
        ),
    ),
    "D21": (
        Reading(
            name="opt_ratio_ge_two_sevenths",
            says="2/7 in place of 1/5",
            claim="Rew(g,m)/Rew(f,T) >= 2/7",
            given=("Rew(f,m) <= Rew(g,m)", "2*m >= T", "m <= T"),
            arms="f, g",
        ),
        Reading(
            name="rew_of_any_arm_ge_fifth_of_opt",
            says="g not optimal",
            claim="Rew(g,m)/Rew(f,T) >= 1/5",
            given=("2*m >= T", "m <= T"),
            arms="f, g",
        ),
    ),
    "D44": (
        REW_LE_FIVE_QUARTERS_OF_HORIZON_GE_2,
        REW_LE_23_32_CHORD_SLOPE,
    ),
}
