// Loaded before a measured program: when it ends, says on a line of standard error what it used.
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const cpuMs = (userCPUTime + systemCPUTime) / 1_000;
  process.stderr.write(`\nusage ${JSON.stringify({ maxRssKb: maxRSS, cpuMs })}\n`);
});
