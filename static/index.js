// The list of results: search, facets with counts, sort, grouping, all of it in the address. The page
// holds the first results as rows; all of them come as data, which is loaded when it is idle or asked for.
'use strict';

(() => {
  const form = document.getElementById('find');
  if (!form) return;
  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
  const root = form.dataset.root;
  const body = $('#results tbody');
  const count = $('#count'), empty = $('#empty'), more = $('#more'), pages = $('#pages'), group = $('#group');
  const atFirst = { rows: [...body.rows], count: count.textContent };
  const facetKeys = ['model', 'gpu', 'count', 'engine', 'quantization'];
  const few = 8, step = 100;
  const plural = (n) => `${n.toLocaleString('en-US')} result${n === 1 ? '' : 's'}`;

  // ---- data

  let loading = null;
  const load = () => {
    loading ??= new Promise((done, failed) => {
      const script = document.createElement('script');
      script.src = form.dataset.source;
      script.onload = () => done(window.speedmatrixResults.map((e, i) => ({
        ...e, i, text: [e.model, e.label, e.hardware, e.line, e.gpu, e.date, e.id].join(' ').toLowerCase(),
      })));
      script.onerror = failed;
      document.head.append(script);
    });
    return loading;
  };

  // ---- the address

  const none = () => ({ q: '', sort: 'date', group: false, chosen: Object.fromEntries(facetKeys.map((k) => [k, []])) });
  const fromAddress = () => {
    const given = new URLSearchParams(location.search);
    const state = none();
    state.q = given.get('q') ?? '';
    state.sort = ['request', 'total', 'prefill'].includes(given.get('sort')) ? given.get('sort') : 'date';
    state.group = given.get('group') === '1';
    for (const k of facetKeys) state.chosen[k] = given.getAll(k);
    return state;
  };
  const toAddress = (state) => {
    const query = new URLSearchParams();
    if (state.q.trim()) query.set('q', state.q.trim());
    for (const k of facetKeys) for (const v of state.chosen[k]) query.append(k, v);
    if (state.sort !== 'date') query.set('sort', state.sort);
    if (state.group) query.set('group', '1');
    return `${query}`;
  };
  let state = fromAddress();
  let typing = false; // one entry of the history for a word, not for each letter
  const remember = (isTyping) => {
    const query = toAddress(state);
    const address = query ? `?${query}` : location.pathname;
    try {
      if (isTyping && typing) history.replaceState(null, '', address);
      else history.pushState(null, '', address);
    } catch { /* some browsers refuse it from disk */ }
    typing = isTyping;
  };

  // ---- rows

  const node = (tag, props = {}, ...children) => {
    const e = Object.assign(document.createElement(tag), props);
    e.append(...children);
    return e;
  };
  const svg = (tag, attributes) => {
    const e = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    return e;
  };
  // The picture of a matrix, as the page's own rows have it: see matrixSteps in the program.
  const picture = (steps) => {
    const rows = steps.split('/'), columns = rows[0].length;
    const w = Math.min(13, Math.max(Math.floor(104 / columns), 2)), h = Math.min(7, Math.max(Math.floor(56 / rows.length), 2));
    const paths = new Map();
    let measured = 0;
    rows.forEach((row, y) => [...row].forEach((c, x) => {
      if (c === ' ') return;
      const at = 'abcdefghijkl'.indexOf(c);
      if (at >= 0) measured++;
      const key = at >= 0 ? `q${at + 1}` : 'void';
      const d = at >= 0 ? `M${x * w} ${y * h}h${w - 1}v${h - 1}h-${w - 1}z` : `M${x * w + Math.floor((w - 2) / 2)} ${y * h + Math.floor(h / 2)}h2v1h-2z`;
      paths.set(key, (paths.get(key) ?? '') + d);
    }));
    const image = svg('svg', { class: 'mini', width: w * columns, height: h * rows.length, role: 'img', 'aria-label': `${measured} of ${columns * rows.length} cells measured` });
    for (const [key, d] of paths) image.append(svg('path', { class: key, d }));
    return image;
  };
  const figure = (head, pair) => {
    const cell = node('td', { className: 'num' }, node('i', { textContent: head }));
    if (pair) cell.append(node('b', { textContent: pair[0] }), ' ', node('small', { textContent: pair[1] }));
    else {
      const dash = node('span', { textContent: '—' });
      dash.setAttribute('role', 'img');
      dash.setAttribute('aria-label', 'no value');
      cell.append(dash);
    }
    return cell;
  };
  const rowOf = (e) => {
    const head = node('th', { scope: 'row' }, node('a', { href: `${root}r/${e.id}/index.html`, textContent: e.model }));
    if (e.label) head.append(' ', node('b', { textContent: e.label }));
    if (e.hardware) head.append(node('span', { textContent: e.hardware }));
    const line = node('small', { textContent: e.line ?? '' });
    if (e.date) line.append(' ', node('time', { dateTime: e.date, textContent: e.date }));
    head.append(line);
    const pic = node('td', { className: 'pic' });
    if (e.matrix) pic.append(picture(e.matrix));
    return node('tr', { id: e.id }, head, pic, figure('Decode, 1 request', e.request), figure('Decode, total', e.total), figure('Prefill', e.prefill));
  };

  // ---- facets: a value's count is what choosing it would give, so its own facet does not apply

  const boxes = new Map(facetKeys.map((k) => [k, $(`[data-facet="${k}"]`)]));
  const open = new Set();
  const label = (key, value) => node('label', {}, node('input', { type: 'checkbox', name: key, value }), node('span', { textContent: value }), node('i'));
  const passes = (e, words, but) => words.every((w) => e.text.includes(w))
    && facetKeys.every((k) => k === but || !state.chosen[k].length || state.chosen[k].includes(e[k] ?? ''));
  const showFacets = (all, words) => {
    for (const [key, box] of boxes) {
      if (!box) continue;
      const counts = new Map();
      for (const e of all) if (e[key] && passes(e, words, key)) counts.set(e[key], (counts.get(e[key]) ?? 0) + 1);
      const there = new Map($$('label', box).map((l) => [$('input', l).value, l]));
      const wanted = open.has(key) ? [...new Set(all.map((e) => e[key]).filter(Boolean))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })) : [];
      for (const value of [...wanted, ...state.chosen[key]]) {
        if (there.has(value)) continue;
        const added = label(key, value);
        there.set(value, added);
        const button = $('[data-all]', box);
        if (button) button.before(added); else box.append(added);
      }
      for (const [value, l] of there) {
        const n = counts.get(value) ?? 0;
        $('i', l).textContent = n.toLocaleString('en-US');
        $('input', l).checked = state.chosen[key].includes(value);
        l.classList.toggle('nothing', n === 0);
      }
    }
  };

  // ---- showing

  let limit = step;
  const list = (all, words) => {
    let found = all.filter((e) => passes(e, words));
    const at = { request: 0, total: 1, prefill: 2 }[state.sort];
    if (at !== undefined) found.sort((a, b) => (b.values[at] ?? -1) - (a.values[at] ?? -1) || a.i - b.i);
    const shown = found.length;
    const runs = new Map();
    if (state.group) {
      for (const e of found) runs.set(e.group, [...(runs.get(e.group) ?? []), e]);
      found = [...runs.values()].map((r) => r[0]);
    }
    return { found, runs, shown };
  };
  const rows = (e, runs) => {
    const row = rowOf(e);
    const others = (runs.get(e.group) ?? []).slice(1);
    if (!others.length) return [row];
    const button = node('button', { type: 'button', className: 'button runs', textContent: `${others.length} more run${others.length === 1 ? '' : 's'} of this configuration` });
    button.setAttribute('aria-expanded', 'false');
    let added = [];
    button.addEventListener('click', () => {
      const expand = !added.length;
      button.setAttribute('aria-expanded', `${expand}`);
      added.forEach((r) => r.remove());
      added = expand ? others.map(rowOf) : [];
      added.forEach((r) => r.classList.add('run'));
      row.after(...added);
    });
    row.cells[0].append(button);
    return [row];
  };
  const show = async () => {
    if (!toAddress(state) && !loading) return; // as the page came
    let all;
    try {
      all = await load();
    } catch {
      count.textContent = `${atFirst.count} · the data for filters could not be loaded`;
      return;
    }
    const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
    showFacets(all, words);
    const asCame = !toAddress(state) && limit === step;
    const { found, runs, shown } = list(all, words);
    body.replaceChildren(...(asCame ? atFirst.rows : found.slice(0, limit).flatMap((e) => rows(e, runs))));
    const text = asCame ? atFirst.count : [shown === all.length ? plural(shown) : `${shown.toLocaleString('en-US')} of ${plural(all.length)}`, state.group && `${found.length.toLocaleString('en-US')} configuration${found.length === 1 ? '' : 's'}`].filter(Boolean).join(' · ');
    if (count.textContent !== text) count.textContent = text;
    $('#results').hidden = found.length === 0;
    empty.hidden = found.length > 0;
    more.hidden = asCame || found.length <= limit;
    if (pages) pages.hidden = !asCame;
  };
  const setControls = () => {
    form.q.value = state.q;
    group.checked = state.group;
    $$('[name=sort]').forEach((r) => { r.checked = r.value === state.sort; });
    $$('.facets input').forEach((b) => { b.checked = state.chosen[b.name].includes(b.value); });
  };
  const change = (isTyping) => {
    limit = step;
    remember(isTyping);
    load(); // asked for
    show();
  };

  form.addEventListener('submit', (e) => e.preventDefault());
  form.q.addEventListener('input', () => { state.q = form.q.value; change(true); });
  form.q.addEventListener('change', () => { typing = false; });
  form.addEventListener('change', ({ target }) => {
    if (target.type !== 'checkbox') return;
    state.chosen[target.name] = target.checked ? [...state.chosen[target.name], target.value] : state.chosen[target.name].filter((v) => v !== target.value);
    change(false);
  });
  form.addEventListener('click', ({ target }) => {
    const button = target.closest('[data-all]');
    if (!button) return;
    open.add(button.closest('[data-facet]').dataset.facet);
    button.remove();
    load();
    show();
  });
  const clear = () => {
    state = { ...none(), sort: state.sort, group: state.group };
    setControls();
    change(false);
    form.q.focus();
  };
  form.addEventListener('reset', (e) => { e.preventDefault(); clear(); });
  $('#clear').addEventListener('click', clear);
  $('#sort').addEventListener('change', ({ target }) => { state.sort = target.value; change(false); });
  group.addEventListener('change', () => { state.group = group.checked; change(false); });
  more.addEventListener('click', () => {
    const from = limit;
    limit += step;
    show().then(() => $('a', body.rows[from])?.focus());
  });
  addEventListener('popstate', () => { state = fromAddress(); typing = false; limit = step; setControls(); show(); });

  // folded on narrow screens; beside the list it has no summary to unfold it with
  const wide = matchMedia('(min-width: 861px)');
  const unfold = () => { if (wide.matches) $('.facets').open = true; };
  wide.addEventListener('change', unfold);
  unfold();
  setControls();
  show();
  (window.requestIdleCallback ?? setTimeout)(load, { timeout: 4000 });
})();
