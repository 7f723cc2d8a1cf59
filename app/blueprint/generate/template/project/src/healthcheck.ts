/** Exits with 0 if the HTTP server on this machine answers, for a container's health check. */
const response = await fetch(`http://127.0.0.1:${process.env.PORT || '3000'}/health`);
process.exit(response.ok ? 0 : 1);
