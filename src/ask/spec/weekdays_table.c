#include "ask/spec/weekdays.h"

const char *const weekdays_en[WEEKDAYS] = {"Monday",   "Tuesday", "Wednesday",
                                           "Thursday", "Friday",  "Saturday",
                                           "Sunday"};

const char *const weekdays_es[WEEKDAYS] = {
    "lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"};

const char *const weekdays_zh[WEEKDAYS] = {
    "星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"};
