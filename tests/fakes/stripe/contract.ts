import type { Operation } from './operation.ts';
import type { Form } from './read-form.ts';

/** Holds requests and answers against a description of the API; each answers with what is wrong. */
export interface Contract {
  checkRequest: (operation: Operation, form: Form) => string[];
  checkAnswer: (operation: Operation, status: number, body: object) => string[];
}
