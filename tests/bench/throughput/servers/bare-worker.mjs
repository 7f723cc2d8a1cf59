// What workerd itself takes for the same exchange: read the message, answer it.
export default {
  async fetch(request) {
    const { id, params } = await request.json();
    const content = [{ type: 'text', text: params.arguments.message }];
    return Response.json({ jsonrpc: '2.0', id, result: { resultType: 'complete', content } });
  },
};
