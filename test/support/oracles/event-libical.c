/* A calendar on stdin -> for DTSTART and DTEND of its first event by libical: TZID or UTC, the wall time, and the instant by the calendar's own VTIMEZONE. */
#include <libical/ical.h>
#include <stdio.h>

static void tell(icalcomponent *calendar, icalcomponent *event, icalproperty_kind kind) {
  icalproperty *property = icalcomponent_get_first_property(event, kind);
  icalparameter *named = icalproperty_get_first_parameter(property, ICAL_TZID_PARAMETER);
  struct icaltimetype time = kind == ICAL_DTSTART_PROPERTY ? icalproperty_get_dtstart(property) : icalproperty_get_dtend(property);
  const char *name = named == NULL ? "UTC" : icalparameter_get_tzid(named);
  icaltimezone *zone = named == NULL ? icaltimezone_get_utc_timezone() : icalcomponent_get_timezone(calendar, name);
  if (zone == NULL) {
    printf("%s has no VTIMEZONE\n", name);
    return;
  }
  printf("%s %04d-%02d-%02dT%02d:%02d:%02d %lld\n", name, time.year, time.month, time.day, time.hour, time.minute, time.second,
         (long long)icaltime_as_timet_with_zone(time, zone));
}

int main(void) {
  static char text[1 << 20];
  size_t size = fread(text, 1, sizeof text - 1, stdin);
  text[size] = '\0';
  icalcomponent *calendar = icalparser_parse_string(text);
  if (calendar == NULL || icalcomponent_count_errors(calendar) > 0)
    return 2;
  icalcomponent *event = icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT);
  tell(calendar, event, ICAL_DTSTART_PROPERTY);
  tell(calendar, event, ICAL_DTEND_PROPERTY);
  printf("%s\n", icalcomponent_get_uid(event));
  icalcomponent_free(calendar);
  return 0;
}
