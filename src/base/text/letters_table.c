/* letters_table.c - the letters of languages, those of English apart. */
#include "base/text/letters.h"

#include <stddef.h>

#define CYRILLIC "абвгдежзийклмнопрстуфхцчшщъыьэюя"

/* clang-format off */
const char *const letters_of_languages[] = {
    "áéíóúüñ",               /* Spanish */
    "áàâãçéêíóôõúü",         /* Portuguese */
    "àâæçèéêëîïôœùûüÿ",      /* French */
    "àèéìîòóù",              /* Italian */
    "äöüß",                  /* German */
    "éëïöüèêáóíúç",          /* Dutch */
    "àçèéíïòóúü·",           /* Catalan */
    "éèïçñâêüôö",            /* English, of loans */
    "åäöéü",                 /* Swedish, Finnish */
    "åäöšž",                 /* Finnish, of loans */
    "åæøéèêòóôü",            /* Danish, Norwegian */
    "áéíóúýþæðö",            /* Icelandic */
    "áíóúýðæø",              /* Faroese */
    "áéíóú",                 /* Irish */
    "áâäàêéëèîíïôöóòûúùüŵŷẁẃẅỳýÿ", /* Welsh */
    "ċġħżàèìòù",             /* Maltese */
    "ĉĝĥĵŝŭ",                /* Esperanto */
    "ąćęłńóśźż",             /* Polish */
    "áčďéěíňóřšťúůýž",       /* Czech */
    "áäčďéíĺľňóôŕšťúýž",     /* Slovak */
    "áéíóöőúüű",             /* Hungarian */
    "čćđšž",                 /* Croatian, Slovene */
    "ăâîșțşţ",               /* Romanian */
    "ëç",                    /* Albanian */
    "çğıöşüâîû",            /* Turkish */
    "çəğıöşü",              /* Azerbaijani */
    "äõöüšž",                /* Estonian */
    "āčēģīķļņšūž",           /* Latvian */
    "ąčęėįšųūž",             /* Lithuanian */
    "ñç",                    /* Basque */
    "àáâãèéêìíòóôõùúýăđĩũơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ"
    "\xcc\x80\xcc\x81\xcc\x83\xcc\x89\xcc\xa3", /* Vietnamese, with marks apart */
    CYRILLIC "ё",            /* Russian, Bulgarian */
    "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя’", /* Ukrainian */
    "абвгдеёжзійклмнопрстуўфхцчшыьэюя",   /* Belarusian */
    "абвгдђежзијклљмнњопрстћуфхцчџш",     /* Serbian */
    "абвгдѓежзѕијклљмнњопрстќуфхцчџш",    /* Macedonian */
    CYRILLIC "ёәғқңөұүһі",   /* Kazakh */
    CYRILLIC "ёғӣқӯҳҷ",      /* Tajik */
    "αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ", /* Greek */
    "אבגדהוזחטיךכלםמןנסעףפץצקרשת",          /* Hebrew */
    "ءآأؤإئابةتثجحخدذرزسشصضطظعغـفقكلمنهوىيًٌٍَُِّْ،؛؟", /* Arabic */
    "ءآأؤئابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهیيك،؛؟\xe2\x80\x8c", /* Persian */
    "ءآأؤئابپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنںوہھیے،؛؟",         /* Urdu */
    NULL,
};
/* clang-format on */
