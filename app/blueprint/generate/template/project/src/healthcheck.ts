/** Ends with 0 where the HTTP server of this machine answers, for a container's health check. */
const response = await fetch(`http://127.0.0.1:${process.env.PORT || '3000'}/health`);
process.exit(response.ok ? 0 : 1);
