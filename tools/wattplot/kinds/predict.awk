# SPDX-License-Identifier: Apache-2.0
# Predictions (rows of pmpredict apply, which have the column profiled) against the profiles of the same modes.
function begin_file() {
    y_column = axis_column("-y", option_y, "minibatch_ms")
    need("cores", ""); need("cpu_khz", ""); need("gpu_hz", ""); need("emc_hz", "")
    predicts = has("profiled")
}
function take(    mode) {
    if (missing(y_column)) return
    note_source()
    mode = $at["cores"] SUBSEP $at["cpu_khz"] SUBSEP $at["gpu_hz"] SUBSEP $at["emc_hz"]
    if (number(y_column) <= 0) fail(file ": line " FNR ": column " y_column " is not above 0")
    if (predicts) { predicted[mode] = number(y_column); profiled[mode] = $at["profiled"] == "1"; predictions++ }
    else { observed[mode] += number(y_column); readings[mode]++; profiles++ }
}
function draw(    mode, of_fit, low, high, sum, count, fitted, largest) {
    if (!predictions) fail("no file has predictions", "name the rows of pmpredict apply, which have the column profiled")
    if (!profiles) fail("no file has profiles to compare with", "name rows of pmsweep, too")
    for (mode in observed) if (observed[mode] / readings[mode] > largest) largest = observed[mode] / readings[mode]
    set_text("x_label", "measured " label_of(y_column, largest))
    set_text("y_label", "predicted " label_of(y_column, largest))
    y_factor = factor
    print "$pairs << END_OF_PAIRS"
    for (of_fit = 0; of_fit <= 1; of_fit++) {
        for (mode in predicted) {
            if (!(mode in observed) || profiled[mode] != of_fit) continue
            observed[mode] /= readings[mode]
            printf "%.9g\t%.9g\n", observed[mode] * y_factor, predicted[mode] * y_factor
            if (low == "" || observed[mode] < low) low = observed[mode]
            if (predicted[mode] < low) low = predicted[mode]
            if (observed[mode] > high) high = observed[mode]
            if (predicted[mode] > high) high = predicted[mode]
            if (of_fit) { fitted++; continue }
            sum += abs(predicted[mode] / observed[mode] - 1)
            count++
        }
        print (of_fit ? fitted : count) ? "\n" : "NaN\tNaN\n\n"
    }
    print "END_OF_PAIRS"
    if (low == "") fail("no mode is in both files", "predict the modes that were profiled")
    ENVIRON["PLOT_LOG"] = "xy"
    print_axis_ticks("x", low * y_factor, high * y_factor)
    print_axis_ticks("y", low * y_factor, high * y_factor)
    set_text("title_new", count ? sprintf("%d modes not profiled: mean error %.1f %%", count, 100 * sum / count) : "")
    set_text("title_fitted", fitted ? fitted " profiled mode" (fitted > 1 ? "s" : "") : "")
}
function abs(value) { return value < 0 ? -value : value }
