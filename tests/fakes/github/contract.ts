import type { Operation } from './operation.ts';

/** Holds requests, answers and webhooks against a description of the API; each answers with what is wrong. */
export interface Contract {
  checkRequest: (operation: Operation, query: URLSearchParams, body: unknown) => string[];
  checkAnswer: (operation: Operation, status: number, body: unknown) => string[];
  checkWebhook: (event: string, payload: object) => string[];
}
