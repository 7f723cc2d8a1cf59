import { fetchFromTest } from './answer-requests.ts';

/** Stands for `XMLHttpRequest` in all screen tests: the test answers it as it answers `fetch`. */
export class UploadRequest extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  statusText = '';
  responseText = '';
  #method = '';
  #url = '';
  #answered = new Headers();
  readonly #headers = new Headers();
  readonly #abort = new AbortController();

  open(method: string, url: string): void {
    this.#method = method;
    this.#url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  getResponseHeader(name: string): string | null {
    return this.#answered.get(name);
  }

  abort(): void {
    this.#abort.abort();
    this.#end('abort');
  }

  send(body: Blob): void {
    this.#progress(body.size / 2, body.size);
    void this.#send(body).then(
      () => this.#end('load'),
      () => this.#end('error'),
    );
  }

  async #send(body: Blob): Promise<void> {
    const init = { method: this.#method, headers: this.#headers, body };
    const response = await fetchFromTest(this.#url, init);
    this.status = response.status;
    this.statusText = response.statusText;
    this.#answered = response.headers;
    this.responseText = await response.text();
  }

  #progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
  }

  #end(how: 'load' | 'error' | 'abort'): void {
    if (how !== 'abort' && this.#abort.signal.aborted) return;
    this.dispatchEvent(new Event(how));
    this.dispatchEvent(new Event('loadend'));
  }
}
