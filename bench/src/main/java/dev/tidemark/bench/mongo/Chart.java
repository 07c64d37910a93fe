package dev.tidemark.bench.mongo;

import java.util.Locale;
import java.util.Map;

/** Data and index of each layout as bars, one upon the other, in an SVG of plain text. */
final class Chart {

    private static final int WIDTH = 640;
    private static final int LEFT = 70;
    private static final int BAR_WIDTH = 380;
    private static final int BAR_HEIGHT = 26;
    private static final int ROW = 42;
    private static final int TOP = 70;
    private static final String DATA_COLOR = "#2b6cb0";
    private static final String INDEX_COLOR = "#dd6b20";

    private Chart() {}

    static String of(String title, Map<Layout, Footprint> sizes) {
        long largest = sizes.values().stream()
                .mapToLong(size -> size.data() + size.index())
                .max()
                .orElseThrow();
        int height = TOP + ROW * sizes.size();
        StringBuilder svg = new StringBuilder();
        line(
                svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" "
                        + "font-family=\"sans-serif\" font-size=\"13\">",
                WIDTH,
                height,
                WIDTH,
                height);
        line(svg, "  <title>%s</title>", title);
        line(svg, "  <rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", WIDTH, height);
        line(svg, "  <text x=\"12\" y=\"24\" font-size=\"15\">%s</text>", title);
        key(svg, LEFT, DATA_COLOR, "data");
        key(svg, LEFT + 80, INDEX_COLOR, "index");
        int y = TOP;
        for (Map.Entry<Layout, Footprint> bar : sizes.entrySet()) {
            bar(svg, y, bar.getKey(), bar.getValue(), (double) BAR_WIDTH / largest);
            y += ROW;
        }
        return svg.append("</svg>\n").toString();
    }

    private static void key(StringBuilder svg, int x, String color, String what) {
        line(svg, "  <rect x=\"%d\" y=\"38\" width=\"12\" height=\"12\" fill=\"%s\"/>", x, color);
        line(svg, "  <text x=\"%d\" y=\"49\">%s</text>", x + 18, what);
    }

    private static void bar(StringBuilder svg, int y, Layout layout, Footprint size, double scale) {
        double data = size.data() * scale;
        double index = size.index() * scale;
        int baseline = y + 18;
        line(svg, "  <text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>", LEFT - 8, baseline, layout.setting());
        rectangle(svg, LEFT, y, data, DATA_COLOR);
        rectangle(svg, LEFT + data, y, index, INDEX_COLOR);
        line(
                svg,
                "  <text x=\"%.1f\" y=\"%d\">%.1f + %.1f MB</text>",
                LEFT + data + index + 8,
                baseline,
                size.data() / 1e6,
                size.index() / 1e6);
    }

    private static void rectangle(StringBuilder svg, double x, int y, double width, String color) {
        line(
                svg,
                "  <rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>",
                x,
                y,
                width,
                BAR_HEIGHT,
                color);
    }

    private static void line(StringBuilder svg, String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
