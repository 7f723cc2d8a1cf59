// A page of React Router with one heading, and a constant answer beside it.
import { createElement as h } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import { createRequestHandler, Links, Meta, Outlet, Scripts, ServerRouter } from 'react-router';

async function handleRequest(request, status, headers, entry) {
  const body = await renderToReadableStream(h(ServerRouter, { context: entry, url: request.url }));
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(body, { status, headers });
}

function Root() {
  const head = h('head', null, h('title', null, 'Bare'), h(Meta), h(Links));
  return h('html', { lang: 'en' }, head, h('body', null, h(Outlet), h(Scripts)));
}

const Start = () => h('h1', null, 'A bare page');

function toAsset(id, more) {
  return { id, path: '', module: `/assets/${id}.js`, imports: [], css: [], ...more };
}

const build = {
  entry: { module: { default: handleRequest } },
  routes: {
    root: { id: 'root', path: '', module: { default: Root } },
    start: { id: 'start', parentId: 'root', index: true, module: { default: Start } },
  },
  assets: {
    entry: { module: '/assets/entry.js', imports: [], css: [] },
    routes: { root: toAsset('root'), start: toAsset('start', { parentId: 'root', index: true }) },
    url: '/assets/manifest.js',
    version: '1',
  },
  publicPath: '/',
  assetsBuildDirectory: 'build/client',
  basename: '/',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial' },
  allowedActionOrigins: false,
};
const respond = createRequestHandler(build, 'production');

export default {
  fetch(request) {
    if (request.url.endsWith('/constant')) return new Response('constant');
    return respond(request);
  },
};
