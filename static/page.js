// Behaviour of a result page, which is complete without it. It formats no number: every text that it
// shows stands in the page already.
'use strict';

(() => {
  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
  const byID = (id) => document.getElementById(id);

  // What is chosen lives in the address, so that a link shows what its sender saw.
  const state = new URLSearchParams(location.search);
  const remember = (key, value) => {
    if (value) state.set(key, value); else state.delete(key);
    try {
      history.replaceState(null, '', (`${state}` ? `?${state}` : location.pathname) + location.hash);
    } catch { /* some browsers refuse it from disk */ }
  };

  // ---- copying

  const copy = async (button, text, block) => {
    const word = button.textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
    } catch {
      if (block) getSelection().selectAllChildren(block); // no clipboard here: the text is selected instead
      button.textContent = block ? 'Selected' : 'Not copied';
    }
    setTimeout(() => { button.textContent = word; }, 2000);
  };
  for (const button of $$('[data-copy]')) {
    const block = byID(button.dataset.copy);
    button.addEventListener('click', () => copy(button, block.textContent, block));
  }
  const words = (node) => node.textContent.replace(/\s+/g, ' ').trim();
  const asMarkdown = () => {
    const safe = (text) => text.replace(/[\\`*_{}[\]<>|~#@&]/g, (c) => `&#${c.charCodeAt(0)};`);
    const line = (cells) => `| ${cells.map((c) => safe(words(c))).join(' | ')} |`;
    const table = (rows) => [line(rows[0]), `|${' --- |'.repeat(rows[0].length)}`, ...rows.slice(1).map(line)].join('\n');
    const parts = [`# ${safe(words($('h1')))}`, safe(words($('.sub')))];
    if ($('.best')) parts.push(safe(words($('.best'))));
    for (const n of $$('.notice')) parts.push(`> ${safe(words(n))}`);
    const prefill = $$('#all-table tbody tr').filter((row) => row.id.startsWith('row-prefill'));
    if (prefill.length) {
      const head = $$('#all-table thead th');
      parts.push('## Prefill', table([head, ...prefill.map((r) => [...r.cells])].map((cells) => [1, 3, 4, 6].map((i) => cells[i]))));
    }
    const matrix = byID('matrix');
    if (matrix) parts.push(`## Sustained decode: ${words($('[data-unit]'))}`, table([...matrix.rows].map((r) => [...r.cells])));
    if (location.protocol !== 'file:') parts.push(`<${location.href}>`);
    return `${parts.join('\n\n')}\n`;
  };
  byID('copy-markdown')?.addEventListener('click', (e) => copy(e.currentTarget, asMarkdown()));

  // ---- one cell read out beside the matrix

  const matrix = byID('matrix');
  const readout = byID('readout');
  const links = matrix ? $$('td a', matrix) : [];
  const heads = $$('#all-table thead th').map(words);
  const first = links.find((a) => a.ariaCurrent);
  const best = $('#readout h3 span')?.textContent;
  const pair = (name, value) => {
    const box = document.createElement('div'), dt = document.createElement('dt'), dd = document.createElement('dd');
    dt.textContent = name;
    dd.append(...(typeof value === 'string' ? [value] : [...value.cloneNode(true).childNodes]));
    box.append(dt, dd);
    return box;
  };
  const read = (link) => {
    if (!link || !readout) return;
    const key = link.hash.replace('#decode-', '');
    const cells = [...(byID(`row-${key}`)?.cells ?? [])];
    if (!cells.length) return;
    links.forEach((a) => { a.removeAttribute('aria-current'); });
    link.setAttribute('aria-current', 'true');
    const texts = cells.map(words);
    const mark = document.createElement('span');
    mark.textContent = texts[3] === 'Valid' ? (link === first ? best : '') : texts[3];
    readout.hidden = false;
    $('h3', readout).replaceChildren(`${texts[1]} × ${texts[2]} request${texts[2] === '1' ? '' : 's'} `, mark);
    const measured = !cells[0].parentNode.classList.contains('none');
    $('dl', readout).replaceChildren(...(measured ? cells.slice(4).map((cell, i) => pair(heads[i + 4], cell)) : [pair('Status', texts[3])]));
    const more = byID(`more-${key}`);
    $('[data-more]', readout).replaceChildren(...(more ? [...more.cloneNode(true).children].slice(1) : []));
  };
  const find = (id) => links.find((a) => a.hash === `#${id}`);
  // One tab stop; arrows, Home and End move from cell to cell.
  const enter = (link) => {
    links.forEach((a) => { a.tabIndex = a === link ? 0 : -1; });
    read(link);
  };
  for (const link of links) {
    link.tabIndex = link === (first ?? links[0]) ? 0 : -1;
    link.addEventListener('mouseenter', () => read(link));
    link.addEventListener('focus', () => enter(link));
    link.addEventListener('click', (e) => { // its address without a jump of the page
      e.preventDefault();
      history.replaceState(null, '', link.hash);
      enter(link);
    });
  }
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -Infinity], End: [0, Infinity] };
  matrix?.addEventListener('keydown', (e) => {
    const td = e.target.closest('td');
    if (!td || !step[e.key] || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    const [down, right] = step[e.key];
    const row = matrix.rows[td.parentNode.rowIndex + down];
    if (!row) return;
    const to = right === -Infinity ? 1 : right === Infinity ? row.cells.length - 1 : td.cellIndex + right;
    $('a', row.cells[to] ?? td)?.focus();
  });
  document.addEventListener('cell', ({ detail }) => read(find(detail)));
  const aim = () => {
    const target = location.hash && byID(location.hash.slice(1)); // ids of ours need no escapes
    if (!target) return;
    target.closest('details')?.setAttribute('open', '');
    if (target.id.startsWith('decode-')) enter(find(target.id));
  };
  addEventListener('hashchange', aim);
  aim();

  // ---- another metric, another view, limits

  const data = byID('matrix-data') && JSON.parse(byID('matrix-data').textContent);
  if (data) {
    const cells = data.ids.map(byID);
    const heatView = byID('heat-view'), tableView = byID('table-view');
    let metric = data.metrics[0];
    const showHeat = () => document.dispatchEvent(new CustomEvent('heat', { detail: { ids: data.ids, metric } }));
    const setMetric = (key) => {
      metric = data.metrics.find((m) => m.key === key) ?? data.metrics[0];
      cells.forEach((td, i) => {
        const rest = td.className.replace(/\bq\d+\b/, '').trim();
        td.className = metric.step[i] ? `q${metric.step[i]} ${rest}`.trim() : rest; // the step stands first: the sheet asks for it there
        $('b', td).textContent = metric.text[i];
        let sub = $('small', td);
        if (!sub && metric.sub[i]) {
          sub = document.createElement('small');
          $('a', td).append(' ', sub);
        }
        if (sub) sub.textContent = metric.sub[i];
      });
      $$('[data-unit]').forEach((e) => { e.textContent = metric.unit; });
      $$('[data-ticks] span').forEach((e, i) => { e.textContent = metric.ticks[i]; });
      $('[data-lower]').hidden = !metric.lower;
      if (!heatView.hidden) showHeat();
    };
    let asked = 'table';
    const setView = async (view) => {
      asked = view;
      const heat = view === 'heat' && await window.speedmatrixCharts?.();
      if (asked !== view) return; // another meanwhile
      heatView.hidden = !heat;
      tableView.hidden = Boolean(heat);
      if (heat) showHeat();
    };
    const limits = byID('limits');
    const setLimits = () => {
      const number = (name) => { const v = $(`[name=${name}]`, limits).value; return v === '' ? null : Number(v); };
      const least = number('min'), most = number('ttft');
      const passes = cells.map((_, i) => (least === null || (data.request[i] ?? -1) >= least) && (most === null || (data.ttft[i] ?? Infinity) <= most));
      cells.forEach((td, i) => td.classList.toggle('dim', !passes[i]));
      const none = least === null && most === null;
      byID('passing').textContent = none ? '' : `${passes.filter(Boolean).length} of ${cells.length} cells pass`;
    };
    const choose = (name, set, own) => {
      const radios = $$(`[name=${name}]`);
      radios.forEach((r) => r.addEventListener('change', () => { set(r.value); remember(name, r.value === own ? '' : r.value); }));
      const wanted = radios.find((r) => r.value === state.get(name));
      if (wanted && wanted.value !== own) { wanted.checked = true; set(wanted.value); }
    };
    choose('metric', setMetric, data.metrics[0].key);
    choose('view', setView, 'table');
    for (const input of $$('input', limits)) {
      const given = state.get(input.name), number = Number(given);
      if (given && number >= 0 && number < Infinity) input.value = number;
      input.addEventListener('input', () => { setLimits(); remember(input.name, input.value); });
    }
    setLimits();
  }

  // ---- all measurements: sort by a head (most first, least first, own order), leave out empty rows

  const all = byID('all-table');
  if (all) {
    const own = $$('tbody', all).map((body) => [body, [...body.rows]]);
    const rows = own.flatMap(([, list]) => list);
    const columns = $$('thead th', all);
    const units = { K: 1e3, M: 1e6, G: 1e9 };
    const numberOf = (text) => {
      const m = text.replace(/,/g, '').match(/^[\d.]+([KMG]?)/);
      return m ? parseFloat(m[0]) * (units[m[1]] ?? 1) : null;
    };
    const keyOf = (row, i) => (i === 0 || i === 3 ? words(row.cells[i]) : numberOf(words(row.cells[i])));
    const slug = (th) => words(th).toLowerCase().replace(/\W+/g, '-');
    const sort = (i, to) => {
      columns.forEach((th) => th.removeAttribute('aria-sort'));
      all.classList.toggle('sorted', Boolean(to));
      if (!to) {
        own.forEach(([body, list]) => body.append(...list));
        return;
      }
      columns[i].setAttribute('aria-sort', to);
      const sign = to === 'ascending' ? 1 : -1;
      const order = rows.map((row) => [keyOf(row, i), row]).sort(([a], [b]) => {
        if (a === null || b === null) return (a === null) - (b === null); // no value comes last, both ways
        return sign * (a < b ? -1 : a > b ? 1 : 0);
      });
      own[0][0].append(...order.map(([, row]) => row));
    };
    columns.forEach((th, i) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = words(th);
      button.addEventListener('click', () => {
        const was = th.getAttribute('aria-sort');
        const to = was === 'descending' ? 'ascending' : was === 'ascending' ? '' : 'descending';
        sort(i, to);
        remember('sort', to && (to === 'ascending' ? '' : '-') + slug(th));
      });
      th.replaceChildren(button);
    });
    const wanted = state.get('sort');
    const at = wanted ? columns.findIndex((th) => slug(th) === wanted.replace(/^-/, '')) : -1;
    if (at >= 0) sort(at, wanted.startsWith('-') ? 'descending' : 'ascending');

    const box = byID('measured-only'), count = byID('all-count');
    const whole = count.textContent;
    const show = () => {
      all.classList.toggle('measured', box.checked);
      count.textContent = box.checked ? `${rows.filter((r) => !r.classList.contains('none')).length} of ${rows.length} rows` : whole;
    };
    box.checked = state.get('rows') === 'measured';
    box.addEventListener('change', () => { show(); remember('rows', box.checked ? 'measured' : ''); });
    show();
  }
})();
