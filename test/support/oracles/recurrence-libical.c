/* Rules on stdin, each a line with the local time that it begins with -> their local times by libical, as many as the argument says at most. */
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **arguments) {
  static char line[1 << 16];
  int most = count > 1 ? atoi(arguments[1]) : 0;
  while (fgets(line, sizeof line, stdin) != NULL) {
    char *rule = strchr(line, ' ');
    if (rule == NULL)
      return 2;
    *rule++ = '\0';
    rule[strcspn(rule, "\n")] = '\0';
    icalrecur_iterator *times =
        icalrecur_iterator_new(icalrecurrencetype_from_string(rule), icaltime_from_string(line));
    for (int i = 0; times != NULL && i < most; i++) {
      struct icaltimetype time = icalrecur_iterator_next(times);
      if (icaltime_is_null_time(time) || time.year >= 2038)
        break;
      printf("%04d-%02d-%02dT%02d:%02d:%02d ", time.year, time.month, time.day, time.hour, time.minute, time.second);
    }
    if (times != NULL)
      icalrecur_iterator_free(times);
    printf("\n");
    fflush(stdout);
  }
  return 0;
}
