import type { TemplateId } from './templates.ts';

/** The template whose server the start page shows. */
export const EXAMPLE: TemplateId = 'weather';
