// Package static holds the files that pages load: styles, scripts, the icon, ECharts.
package static

import "embed"

//go:embed site.css index.js page.js charts.js echarts.min.js icon.svg VERSIONS licenses
var FS embed.FS
