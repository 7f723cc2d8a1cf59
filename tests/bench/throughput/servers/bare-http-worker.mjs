// What workerd itself takes for a call that asks an API: read the message, send the request, pass its answer on.
export default {
  async fetch(request) {
    const { id, params } = await request.json();
    const headers = { 'x-message': params.arguments.message };
    const answer = await fetch('https://upstream.example.net/v1/echo', { headers });
    const content = [{ type: 'text', text: await answer.text() }];
    return Response.json({ jsonrpc: '2.0', id, result: { resultType: 'complete', content } });
  },
};
