// The built Worker, with an answer beside its own that costs nothing but the exchange.
import app from './index.js';

export * from './index.js';

export default {
  ...app,
  fetch(request, env, context) {
    if (request.url.endsWith('/constant')) return new Response('constant');
    return app.fetch(request, env, context);
  },
};
