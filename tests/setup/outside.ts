import { Response, type Request } from 'miniflare';

/** The outside world of tests in workerd: nothing but fakes answers. */
export function refuseOutside(request: Request): Response {
  return new Response(`tests may not reach ${new URL(request.url).host}`, { status: 502 });
}
