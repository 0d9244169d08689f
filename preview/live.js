// Added to each page by the preview. One tab of a browser holds the stream and tells the others: a
// browser opens only six connections to a host, and each open stream would take one.
'use strict';

(() => {
  const own = document.currentScript;
  const version = Number(own.dataset.version);
  const quiet = 'quiet' in own.dataset;
  const channel = new BroadcastChannel('speedmatrix-preview');

  const show = (problems) => {
    document.getElementById('preview-problems')?.remove();
    if (!problems?.length || quiet) return;
    const box = document.createElement('aside');
    box.id = 'preview-problems';
    box.className = 'problems';
    box.setAttribute('aria-label', 'Problems');
    box.setAttribute('role', 'status');
    const head = document.createElement('b');
    head.textContent = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
    const list = document.createElement('ul');
    for (const text of problems) {
      const item = document.createElement('li');
      item.textContent = text;
      list.append(item);
    }
    box.append(head, list);
    document.body.append(box);
  };
  const heard = (state) => {
    if (state.version !== version) location.reload();
    else show(state.problems);
  };
  channel.onmessage = ({ data }) => { if (data.version) heard(data); else channel.onasked?.(); };

  let last = null;
  channel.onasked = () => { if (last) channel.postMessage(last); };
  const listen = () => new Promise((gone) => {
    const stream = new EventSource(new URL('_live', own.src));
    stream.onmessage = ({ data }) => {
      last = JSON.parse(data);
      channel.postMessage(last);
      heard(last);
    };
    addEventListener('pagehide', () => { stream.close(); gone(); });
  });
  if (navigator.locks) navigator.locks.request('speedmatrix-preview', listen);
  else listen();
  channel.postMessage({}); // a tab that listens already answers with the state
})();
