import { answer } from './lite-server.mjs';

export default { fetch: (request) => answer(request) };
