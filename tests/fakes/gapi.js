// Stands in for https://apis.google.com/js/api.js, which the Firebase SDK loads into the page and
// into the frame of the auth domain: `gapi.iframes`, by postMessage. A message for which nobody is
// registered yet waits; a ping is answered once the frame's own copy of this script runs.
(() => {
  const TAG = 'gapi-stand-in';
  const registered = new Map();
  const waiting = [];
  const replies = new Map();
  let lastId = 0;

  const post = (target, message) => target.postMessage({ tag: TAG, ...message }, '*');

  async function run(source, { name, id, content }) {
    const result = await registered.get(name)(content);
    post(source, { id, reply: [result] });
  }

  function peer(getTarget) {
    return {
      register(name, callback) {
        registered.set(name, callback);
        for (let at = waiting.length; at--;) {
          if (waiting[at].message.name !== name) continue;
          const [{ source, message }] = waiting.splice(at, 1);
          void run(source, message);
        }
      },
      send(name, content, callback) {
        const id = ++lastId;
        replies.set(id, callback ?? (() => {}));
        post(getTarget(), { name, id, content });
      },
    };
  }

  function openFrame({ url, where, attributes = {} }, onOpen) {
    const frame = document.createElement('iframe');
    const { style = {}, ...others } = attributes;
    Object.assign(frame.style, style);
    for (const [name, value] of Object.entries(others)) frame.setAttribute(name, value);
    frame.src = url;
    const isReady = new Promise((resolve) =>
      addEventListener('message', ({ source, data }) => {
        if (source === frame.contentWindow && data?.tag === TAG && data.ready) resolve();
      }),
    );
    where.append(frame);
    return Promise.resolve(
      onOpen({
        ...peer(() => frame.contentWindow),
        restyle: () => Promise.resolve(),
        async ping(callback) {
          await isReady;
          return [callback()];
        },
      }),
    );
  }

  addEventListener('message', ({ source, data }) => {
    if (data?.tag !== TAG || data.ready) return;
    const isRelated = source === parent || Array.from(frames).includes(source);
    if (!isRelated) return;
    if (data.reply) {
      try {
        replies.get(data.id)?.(data.reply);
      } catch {
        // The SDK throws whenever it was told of web storage, and expects nobody to mind.
      }
      replies.delete(data.id);
    } else if (registered.has(data.name)) void run(source, data);
    else waiting.push({ source, message: data });
  });

  const context = { open: openFrame, getParentIframe: () => peer(() => parent) };
  globalThis.gapi = {
    load(_name, options) {
      const callback = typeof options === 'function' ? options : options.callback;
      setTimeout(() => callback());
    },
    iframes: {
      Iframe: function Iframe() {},
      CROSS_ORIGIN_IFRAMES_FILTER: {},
      getContext: () => context,
    },
  };
  if (parent !== window) post(parent, { ready: true });
  const onLoad = new URL(document.currentScript.src).searchParams.get('onload') ?? 'gapi_onload';
  globalThis[onLoad]?.();
})();
