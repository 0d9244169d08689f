// Draws the figures that a table can't show, with ECharts. The page's options hold the data and every
// text; this file adds colours, type and behaviour. Colours are the sheet's variables, which SVG
// resolves itself: a change of scheme, or paper, needs no second drawing.
'use strict';

(() => {
  const sources = [...document.querySelectorAll('script[data-chart]')];
  if (!sources.length) return;

  // ECharts is large and slow to draw. Unless it stands in the page it comes when the page is there,
  // and each figure is drawn when its reader comes near. The page is complete without.
  const here = document.currentScript.src;
  let library = null;
  const load = () => {
    library ??= window.echarts ? Promise.resolve(true) : new Promise((done) => {
      const script = document.createElement('script');
      script.src = new URL('echarts.min.js', here);
      script.onload = () => done(true);
      script.onerror = () => done(false);
      document.head.append(script);
    });
    return library;
  };
  window.speedmatrixCharts = load; // page.js asks whether there are charts

  const ink = 'var(--ink)', ink2 = 'var(--ink-2)', paper = 'var(--paper)', rule = 'var(--rule)', firm = 'var(--rule-firm)';
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const font = getComputedStyle(document.body).fontFamily;
  const type = { fontFamily: font, fontSize: 12, color: ink2, textBorderWidth: 0 };

  // A tooltip is built of text nodes: what a bundle says can't be markup.
  const tip = (point) => {
    const box = document.createElement('div');
    box.className = 'tip';
    (point?.tip ?? []).forEach((line, i) => {
      const part = document.createElement(i ? 'span' : 'b');
      part.textContent = line;
      box.append(part);
    });
    return box;
  };
  const tooltip = (trigger) => ({
    trigger, confine: true, transitionDuration: 0, padding: [6, 10], borderWidth: 1, borderColor: firm, backgroundColor: paper,
    extraCssText: 'box-shadow:none;border-radius:0', axisPointer: { type: 'none' },
    formatter: (hit) => tip((Array.isArray(hit) ? hit[0] : hit)?.data),
  });
  const common = { animation: false, textStyle: type, backgroundColor: 'transparent' };

  const bars = (option) => ({
    ...option, ...common, tooltip: tooltip('axis'),
    grid: { left: 0, right: 0, top: 0, bottom: 0, outerBoundsMode: 'none' },
    xAxis: { ...option.xAxis, show: false },
    yAxis: { ...option.yAxis, show: false },
    series: option.series.map((s) => ({ ...s, barWidth: 12, itemStyle: { color: 'var(--bar)' }, emphasis: { itemStyle: { color: 'var(--accent)' } } })),
  });

  const axis = (a, gap) => ({
    ...a, axisLine: { lineStyle: { color: firm } }, axisTick: { show: false }, splitLine: { lineStyle: { color: rule } },
    axisLabel: { ...type, formatter: a.texts ? (_, i) => a.texts[i] ?? '' : null, hideOverlap: true },
    nameLocation: 'middle', nameGap: gap, nameTextStyle: type,
  });
  // Eight colours from short contexts to long; fewer lines are spread over them.
  const lineColour = (i, n) => `var(--l${1 + (n > 1 ? Math.round((i * 7) / (n - 1)) : 3)})`;
  const lines = (option) => {
    const widest = Math.max(...option.series.map((s) => s.data.findLastIndex((d) => d.value !== '-')));
    return {
      ...option, ...common, tooltip: tooltip('item'),
      grid: { left: 4, right: 44, top: 22, bottom: 34 },
      xAxis: { ...axis(option.xAxis, 26), splitLine: { show: false } },
      yAxis: axis(option.yAxis, 0),
      series: option.series.map((s, i, { length }) => {
        const colour = lineColour(i, length);
        const last = s.data.findLastIndex((d) => d.value !== '-');
        return {
          ...s, symbol: 'circle', symbolSize: 7, color: colour, connectNulls: false,
          lineStyle: { width: 1.75, color: colour }, itemStyle: { color: colour, borderColor: paper, borderWidth: 1.5 },
          emphasis: { focus: 'series', lineStyle: { width: 2.75 } }, blur: { lineStyle: { opacity: 0.22 }, itemStyle: { opacity: 0.22 }, label: { opacity: 0.22 } },
          data: s.data.map((d, j) => (j !== last ? d : {
            ...d, symbolSize: 9,
            label: { ...type, show: true, color: ink, formatter: () => s.name, distance: 7, position: last < widest ? option.names ?? 'top' : option.xAxis.type === 'category' ? 'right' : 'top', textBorderColor: paper, textBorderWidth: 3 },
          })),
        };
      }),
    };
  };

  // Names of lines that end close together are pushed apart, in the order of their ends.
  const spreadNames = (chart) => {
    const { series } = chart.getOption();
    const names = series.map((s, i) => {
      const j = s.data.findLastIndex((d) => d.label);
      const value = s.data[j].value;
      const [x, y] = chart.convertToPixel({ seriesIndex: i }, Array.isArray(value) ? value : [j, value]);
      return { i, j, x, y, at: y };
    }).sort((a, b) => a.y - b.y);
    const near = (a, b) => Math.abs(a.x - b.x) < 40 && b.at - a.at < 14;
    names.forEach((b, k) => {
      for (const a of names.slice(0, k)) if (near(a, b)) b.at = a.at + 14;
    });
    // half of the push goes up, so that the names stay around their ends
    for (const group of Object.values(Object.groupBy(names, (n) => Math.round(n.x / 40)))) {
      const push = (group.at(-1).at - group.at(-1).y) / 2;
      group.forEach((n) => { n.at -= push; });
    }
    for (const n of names) series[n.i].data[n.j].label.offset = [0, n.at - n.y];
    chart.setOption({ series: series.map(({ data }) => ({ data })) });
  };

  // The heat map has the matrix's own size, colours and texts.
  const turn = () => (dark.matches ? 7 : 8);
  const cellLabel = (d) => {
    const plain = d.value[2] === 0;
    const colour = d.value[2] >= turn() ? token('--on-deep') : token('--on-pale');
    return {
      show: true, position: 'insideRight', distance: 10, align: 'right', color: plain ? ink2 : colour,
      formatter: () => [plain ? `{s|${d.text}}` : `{v|${d.text}}`, d.words && `{s|${d.words}}`, d.sub && `{s|${d.sub}}`].filter(Boolean).join('\n'),
      rich: {
        v: { fontSize: 15, fontWeight: 600, fontFamily: font, lineHeight: 19, color: plain ? ink2 : colour },
        s: { fontSize: 12, fontFamily: font, lineHeight: 14, color: plain ? ink2 : colour },
      },
    };
  };
  const cellGround = (d) => {
    if (d.value[2] > 0) return { visualMap: true, itemStyle: { borderColor: paper, borderWidth: 2 } };
    const hatch = d.class === 'over' ? { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [1, 5], rotation: -Math.PI / 4, color: token('--hatch') } : 'none';
    return { visualMap: false, itemStyle: { color: paper, borderColor: d.class === 'over' ? paper : rule, borderWidth: d.class === 'gap' ? 0 : d.class === 'over' ? 2 : 1, decal: hatch } };
  };
  const heat = (option) => ({
    ...option, ...common, tooltip: { show: false },
    grid: { left: 64, right: 0, top: 24, bottom: 0, outerBoundsMode: 'none' },
    xAxis: { ...axis(option.xAxis), axisLine: { show: false }, splitLine: { show: false }, axisLabel: { ...type, color: ink, fontSize: 13, fontWeight: 600 } },
    yAxis: { ...axis(option.yAxis), axisLine: { show: false }, splitLine: { show: false }, axisLabel: { ...type, color: ink, fontSize: 13, fontWeight: 600, align: 'left', margin: 64 } },
    visualMap: { ...option.visualMap, pieces: option.visualMap.pieces.map((p, i) => ({ ...p, color: token(`--q${i + 1}`) })) },
    series: option.series.map((s) => ({
      ...s, emphasis: { itemStyle: { borderColor: ink, borderWidth: 2 } },
      data: s.data.map((d) => ({ ...d, ...cellGround(d), label: cellLabel(d) })),
    })),
  });

  const styles = { bars, lines, heat };
  const drawn = sources.map((source) => ({
    box: document.getElementById(source.dataset.chart), kind: source.dataset.kind, option: JSON.parse(source.textContent), chart: null,
  }));

  // Bars lie over the page's own, in the column that holds them.
  const place = (d) => {
    if (d.kind !== 'bars') return;
    const space = d.box.parentNode.querySelector('.space');
    d.box.style.left = `${space.offsetLeft}px`;
    d.box.style.width = `${space.offsetWidth}px`;
  };
  const pen = document.createElement('canvas').getContext('2d');
  const wide = (text, size) => { // of a text in a cell, in pixels
    pen.font = `600 ${size}px ${font}`;
    return text ? pen.measureText(text).width : 0;
  };
  const size = (d) => {
    if (d.kind !== 'heat') return;
    d.box.style.height = `${d.option.yAxis.data.length * 48 + 24}px`;
    const widest = Math.max(...d.option.series[0].data.flatMap((p) => [wide(p.text, p.class ? 12 : 15), wide(p.words, 12), wide(p.sub, 12)]));
    d.box.style.minWidth = `${Math.ceil(d.option.xAxis.data.length * Math.max(94, widest + 14) + 64)}px`;
  };
  const frameIt = (d) => { // so that paper can scale it
    const svg = d.box.querySelector('svg');
    svg.setAttribute('viewBox', `0 0 ${svg.getAttribute('width')} ${svg.getAttribute('height')}`);
  };
  const draw = (d) => {
    if (d.kind === 'bars') d.box.parentNode.classList.add('drawn');
    place(d);
    size(d);
    if (!d.box.clientWidth) return; // hidden: drawn when it is shown
    if (!d.chart) {
      d.chart = echarts.init(d.box, null, { renderer: 'svg' });
      d.chart.on('mouseover', ({ data }) => {
        if (d.kind === 'heat' && data?.cell) document.dispatchEvent(new CustomEvent('cell', { detail: data.cell }));
      });
      d.chart.on('click', ({ data }) => {
        if (data?.cell) document.dispatchEvent(new CustomEvent('cell', { detail: data.cell }));
      });
    }
    d.chart.resize();
    d.chart.setOption(styles[d.kind](d.option), true);
    if (d.kind === 'lines') spreadNames(d.chart);
    frameIt(d);
  };
  // a phone draws slowly, and has little on one screen
  const ahead = matchMedia('(max-width: 720px)').matches ? '50% 0px' : '200% 0px';
  const near = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      const d = drawn.find((e) => target.contains(e.box));
      load().then((there) => { if (there) setTimeout(() => d.chart || draw(d)); }); // each in a task of its own
    }
  }, { rootMargin: ahead });
  for (const d of drawn) if (d.kind !== 'heat') near.observe(d.kind === 'bars' ? d.box.parentNode : d.box);
  addEventListener('beforeprint', () => { if (window.echarts) drawn.forEach((d) => d.chart || draw(d)); }); // paper has them all
  const idle = () => (window.requestIdleCallback ?? setTimeout)(load);
  if (document.readyState === 'complete') idle(); else addEventListener('load', idle);

  let frame = 0;
  new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => drawn.forEach((d) => {
      place(d);
      if (!d.chart || !d.box.clientWidth) return;
      d.chart.resize();
      if (d.kind === 'lines') draw(d); else frameIt(d);
    }));
  }).observe(document.getElementById('main'));
  dark.addEventListener('change', () => drawn.filter((d) => d.kind === 'heat').forEach(draw));

  // page.js tells when the heat map is to be seen, and in which metric.
  document.addEventListener('heat', ({ detail: { ids, metric } }) => {
    for (const d of drawn.filter((e) => e.kind === 'heat')) {
      const at = new Map(ids.map((id, i) => [id, i]));
      for (const point of d.option.series[0].data) {
        const i = at.get(point.cell);
        if (i === undefined) continue;
        point.value[2] = metric.step[i];
        point.text = metric.text[i];
        point.sub = metric.sub[i];
      }
      draw(d);
    }
  });
})();
