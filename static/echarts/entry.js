// What the charts of a page use, and nothing more: every line here costs each reader bytes.
// An option whose part is missing here is ignored without a word.
//
// Left out on purpose: AriaComponent (decals work without it, pages name their charts
// themselves), legends (lines carry end labels), mark lines, canvas, titles, datasets.
import { use, init, dispose, getInstanceByDom, registerTheme, version } from 'echarts/core';
import { BarChart, HeatmapChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, TooltipComponent, VisualMapPiecewiseComponent } from 'echarts/components';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';

use([
  BarChart,
  HeatmapChart,
  LineChart,
  ScatterChart,
  GridComponent,
  TooltipComponent,
  VisualMapPiecewiseComponent,
  LabelLayout, // moves end labels of lines apart
  SVGRenderer,
]);

// They become the properties of the global `echarts`.
export { init, dispose, getInstanceByDom, registerTheme, version };
