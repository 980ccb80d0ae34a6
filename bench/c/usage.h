/* What this process has taken: of memory at its peak, and of processor time. */
#include <stdio.h>
#include <sys/resource.h>

/* Linux carries ru_maxrss over from the process that started this one, so its own peak is read from /proc. */
static long long peak_rss_bytes(void) {
  FILE *file = fopen("/proc/self/status", "r");
  char line[256];
  long long kilobytes = 0;
  struct rusage usage;
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "VmHWM: %lld", &kilobytes) == 1) break;
  if (file) fclose(file);
  if (kilobytes == 0) {
    getrusage(RUSAGE_SELF, &usage);
    kilobytes = usage.ru_maxrss;
  }
  return kilobytes * 1024;
}

static double cpu_seconds(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}
