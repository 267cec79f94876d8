# SPDX-License-Identifier: Apache-2.0
# Labels are put where they cover nothing: beside their point, above or below it, and up to a line farther away. Places are
# shares of the axes, from 0 to 1. A kind has lines_up[1..ups], how many lines each choice is above the point, as its .gp has, and
# gap, the letters between point and label.
function measure_letters(font, right,    wide, high, zoom) { # width of a letter and height of a line; see frame.gp
    wide = ENVIRON["PLOT_WIDTH"]
    high = ENVIRON["PLOT_HEIGHT"]
    if (ENVIRON["PLOT_FORMAT"] == "text") {
        letter = 1 / (wide > 20 ? wide - 10 : 10)
        line_high = rise = 1 / (high > 16 ? high - 8 : 8)
        return
    }
    zoom = wide / 680 < high / 320 ? wide / 680 : high / 320
    if (zoom > 1) zoom = 1
    letter = 12.5 * font * zoom / (right * wide - 130 * zoom)
    line_high = 24 * font * zoom / (high - 195 * zoom)
    rise = (ENVIRON["PLOT_FORMAT"] == "svg" ? 30 : 24) * zoom / (high - 195 * zoom) # in which gnuplot measures offsets
}
function put_label(x, y, text,    left_first, left, up, i, cost, least, best, best_up) { # returns where: 1 to ups on the right, the others on the left
    left_first = x > 0.6
    for (i = 0; i < 2 * ups && (i == 0 || least > 0); i++) {
        left = i % 2 != left_first
        up = int(i / 2)
        cost = cost_of(x, y + lines_up[up + 1] * rise, text, left)
        if (i == 0 || cost < least) { least = cost; best = left; best_up = up }
    }
    span_of(x, text, best)
    occupy(from, to, y + lines_up[best_up + 1] * rise, line_high)
    return 1 + best_up + ups * best
}
function span_of(x, text, left,    wide) { # from and to of the label
    wide = letter * (width_of(text) + 0.4)
    from = x + (left ? -wide - gap * letter : gap * letter)
    to = from + wide
}
function cost_of(x, middle, text, left,    i, cost, wide, high) { # what the label covers, and how much of it leaves the frame
    span_of(x, text, left)
    cost = (from < 0 ? -from : 0) + (to > 1 ? to - 1 : 0) + (middle < line_high / 2 || middle > 1 - line_high / 2) * letter
    for (i = 1; i <= boxes; i++) {
        wide = (to < box_to[i] ? to : box_to[i]) - (from > box_from[i] ? from : box_from[i])
        high = (line_high + box_high[i]) / 2 - (middle > box_middle[i] ? middle - box_middle[i] : box_middle[i] - middle)
        if (wide > 0 && high > 0) cost += wide * high / line_high
    }
    return cost
}
function occupy(x_from, x_to, middle, high) {
    box_from[++boxes] = x_from
    box_to[boxes] = x_to
    box_middle[boxes] = middle
    box_high[boxes] = high
}
function occupy_line(x0, y0, x1, y1,    steps, i, x, y) { # as a row of boxes
    steps = 1 + int(2 * ((x1 > x0 ? x1 - x0 : x0 - x1) / letter + (y1 > y0 ? y1 - y0 : y0 - y1) / line_high))
    for (i = 0; i <= steps; i++) {
        x = x0 + (x1 - x0) * i / steps
        y = y0 + (y1 - y0) * i / steps
        occupy(x - letter / 4, x + letter / 4, y, line_high / 4)
    }
}
