/* A bot in C without a JSON library: it raises whenever it may, by the least.
 *
 *     cc -O2 -o json_bot examples/json_bot.c
 *     fivebet match json::./json_bot fair --game limit-2p
 *
 * The table writes without spaces and the names in one order, so that a search
 * for a name finds its value. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long number_after(const char *line, const char *name) {
  const char *found = strstr(line, name);
  return found ? strtol(found + strlen(name), NULL, 10) : 0;
}

int main(void) {
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0) {
    if (strstr(line, "\"type\":\"hello\"")) {
      puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"raises in C\"}");
    } else if (strstr(line, "\"type\":\"view\"")) {
      const long id = number_after(line, "\"id\":");
      const long least = number_after(line, "\"raise\":[");
      const long call = number_after(line, "\"call\":");
      if (least)
        printf("{\"type\":\"action\",\"id\":%ld,\"action\":\"raise\",\"to\":%ld}\n", id, least);
      else
        printf("{\"type\":\"action\",\"id\":%ld,\"action\":\"%s\"}\n", id, call ? "call" : "check");
    } else if (strstr(line, "\"type\":\"goodbye\"")) {
      break;
    }
    fflush(stdout);
  }
  free(line);
  return 0;
}
