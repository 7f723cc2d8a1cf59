/** Asked after a message without any effect if the draft has tools; the choices are about these. */
export const MISS_QUESTION = 'What should I do instead?';

/** Requirements for building a server from nothing. */
export const NEEDED =
  'I need one of these: the API’s base address with its requests (“https://… with GET /items and POST /items”), an OpenAPI document or its address (“https://…/openapi.json”), or a cURL command (“curl https://…/items”).';

/** Asked after a message without any effect if the draft is empty. */
export const EMPTY_MISS_QUESTION = `Which requests should the server make? ${NEEDED}`;
