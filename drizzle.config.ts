import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: './app/**/*-table.server.ts',
  out: './workers/migrations',
});
