import type { Page } from '@playwright/test';
import type * as z from 'zod';

/** Sends requests to our API as the person who is signed in to a page. */
export class Asker {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The text of an answer; throws where the request was refused. */
  async text(
    method: string,
    path: string,
    body?: object | string,
    headers: Record<string, string> = {},
  ): Promise<string> {
    const answer = await this.#page.request.fetch(path, {
      method,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...headers,
        ...(typeof body === 'string' ? { 'content-type': 'text/plain' } : {}),
      },
      ...(body === undefined ? {} : { data: body }),
    });
    const text = await answer.text();
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${text}`);
    return text;
  }

  async ask<T>(
    schema: z.ZodType<T>,
    method: string,
    path: string,
    body?: object | string,
  ): Promise<T> {
    return schema.parse(JSON.parse(await this.text(method, path, body)));
  }
}
