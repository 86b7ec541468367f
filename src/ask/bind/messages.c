#include "ask/bind/messages.h"

#include "base/buf.h"

#define MAX_SENTENCE_BYTES 16384

static const char *const sentences[BIND_MESSAGE_COUNT][3] = {
    [SAY_READ_AS_COLUMN] = {"\"$1\" was read as the column $2",
                            "\"$1\" se ha leído como la columna $2",
                            "已将“$1”理解为列 $2"},
    [SAY_DATES_FROM] = {"Dates are those of the column $1",
                        "Las fechas son las de la columna $1", "日期取自列 $1"},
    [SAY_WINDOW] =
        {"Counted back from the newest date of $1 in the data, $2: from $3 on",
         "Contado desde la fecha más reciente de $1 en los datos, $2: a partir "
         "del $3",
         "从数据中 $1 的最新日期 $2 往前算：自 $3 起"},
    [SAY_VALUES] = {"\"$1\" is part of $3 in the column $2",
                    "\"$1\" es parte de $3 en la columna $2",
                    "“$1”是列 $2 中 $3 的一部分"},
    [SAY_MISSPELLED] = {"\"$1\" is read as $3, a value of the column $2",
                        "\"$1\" se lee como $3, un valor de la columna $2",
                        "已将“$1”理解为列 $2 的值 $3"},
    [SAY_CONTAINS] =
        {"Not all values of $2 are known: rows whose $2 contains \"$1\" count",
         "No se conocen todos los valores de $2: cuentan las filas cuyo $2 "
         "contiene \"$1\"",
         "列 $2 的值未全部列出：按包含“$1”的行计算"},
    [SAY_TOP_TEN] = {"No number was given: the first 10 are shown",
                     "No se dio un número: se muestran los 10 primeros",
                     "未说明数量：显示前 10 个"},
    [SAY_COUNT_ROWS] = {"Rows were counted", "Se han contado filas",
                        "按行数计数"},
    [SAY_COUNT_DISTINCT] = {"Different values of $1 were counted",
                            "Se han contado los valores distintos de $1",
                            "按列 $1 的不同值计数"},
    [SAY_SUM_OF] = {"Measured by the sum of $1", "Medido por la suma de $1",
                    "按 $1 之和计算"},
    [SAY_AVERAGE_OF] = {"$1 is averaged in each period",
                        "$1 se promedia en cada periodo",
                        "$1 在每个时段内取平均"},
    [SAY_MAX_OF] = {"$1 is compared by its single values, not by sums",
                    "$1 se compara por sus valores sueltos, no por sumas",
                    "$1 按单个值比较，不求和"},
    [SAY_ONLY_NEGATIVE] = {"Only negative amounts of $1 count",
                           "Solo cuentan los importes negativos de $1",
                           "只计 $1 的负数"},
    [SAY_ONLY_POSITIVE] = {"Only positive amounts of $1 count",
                           "Solo cuentan los importes positivos de $1",
                           "只计 $1 的正数"},
    [SAY_PERCENT] = {"$1 is compared as $2", "$1 se compara como $2",
                     "$1 按 $2 比较"},
    [SAY_TOTALS] = {"Rows whose $1 is \"$2\" hold totals and are left out",
                    "Las filas cuyo $1 es \"$2\" son totales y no cuentan",
                    "列 $1 为“$2”的行是合计，不计入"},
    [SAY_SUM_OVER] = {"The condition is on the sum of $1 for each $2",
                      "La condición es sobre la suma de $1 por $2",
                      "条件针对每个 $2 的 $1 之和"},
    [SAY_CURRENCIES] = {"$1 is in several currencies ($3: $2), and they are "
                        "taken together without conversion: ask for one of "
                        "them, or by $3",
                        "$1 está en varias monedas ($3: $2), que se suman sin "
                        "convertir: pregunte por una de ellas o por $3",
                        "$1 有多种货币（$3：$2），未经换算就合在一起：请只问其"
                        "中一种，或按 $3 来问"},
    [SAY_MAIN_MEASURE] =
        {"No figure was named: measured by $1, the main amount of the table",
         "No se nombró ninguna cifra: se mide por $1, el importe principal de "
         "la tabla",
         "未指明指标：按表中的主要金额列 $1 计算"},
    [ASK_UNKNOWN] = {"What is \"$1\"? No column or value of the table has "
                     "that name.",
                     "¿Qué es \"$1\"? Ninguna columna ni valor de la tabla se "
                     "llama así.",
                     "“$1”是指什么？表中没有这样的列或值。"},
    [ASK_UNKNOWN_NEAR] = {"What is \"$1\"? The nearest in the table: $2.",
                          "¿Qué es \"$1\"? Lo más parecido en la tabla: $2.",
                          "“$1”是指什么？表中最接近的是：$2。"},
    [ASK_WHICH_COLUMN] = {"Which column is meant by \"$1\": $2?",
                          "¿A qué columna se refiere \"$1\": $2?",
                          "“$1”指的是哪一列：$2？"},
    [ASK_WHICH_VALUE] = {"\"$1\" occurs in several columns: $2. Which one?",
                         "\"$1\" aparece en varias columnas: $2. ¿Cuál?",
                         "“$1”出现在多个列中：$2。您指哪一列？"},
    [ASK_WHICH_LINE] =
        {"Some rows of $1 are totals of others ($2), and one figure of all "
         "rows would count those twice. Which row is meant?",
         "Algunas filas de $1 son totales de otras ($2), y una cifra de todas "
         "las contaría dos veces. ¿Qué fila se busca?",
         "$1 中有些行是其他行的合计（$2），全部相加会重复计算。您指哪一行？"},
    [ASK_WHICH_TABLE] = {"Several tables fit the question equally well: $1. "
                         "Which one?",
                         "Varias tablas encajan igual de bien: $1. ¿Cuál?",
                         "有多个表同样符合问题：$1。您指哪一个？"},
    [ASK_WHICH_MEASURE] = {"What should be measured: $1?",
                           "¿Qué hay que medir: $1?", "要计算哪一项：$1？"},
    [ASK_HOW_TO_ADD] =
        {"Do you want the sum, the average or the maximum of $1?",
         "¿Quiere la suma, la media o el máximo de $1?",
         "需要 $1 的总和、平均值还是最大值？"},
    [ASK_NO_DATES] = {"The table has no dates for \"$1\".",
                      "La tabla no tiene fechas para \"$1\".",
                      "表中没有可用于“$1”的日期列。"},
    [ASK_OUT_OF_RANGE] =
        {"\"$1\" is outside of the data, which goes from $2 to $3.",
         "\"$1\" está fuera de los datos, que van de $2 a $3.",
         "“$1”超出数据范围：$2 至 $3。"},
    [ASK_ANY_OR_ALL] =
        {"Any of them, or both? \"$1 or $2\" means any; both together is not "
         "understood yet",
         "¿Alguno de ellos o ambos? \"$1 o $2\" significa alguno; ambos a la "
         "vez aún no se entiende",
         "是其中任一，还是两者都要？“$1或$2”表示任一；“两者都要”暂不支持"},
    [ASK_NOT_SUPPORTED] =
        {"Questions with \"$1\" are not understood yet. Can it be "
         "asked in another way?",
         "Las preguntas con \"$1\" aún no se entienden. ¿Se puede "
         "preguntar de otra forma?",
         "暂时无法理解含“$1”的问题。能换一种问法吗？"},
    [ASK_NOT_PLACED] = {"How does \"$1\" relate to the rest of the question?",
                        "¿Cómo se relaciona \"$1\" con el resto de la "
                        "pregunta?",
                        "“$1”在问题中起什么作用？"},
    [ASK_WHAT] = {"What should be shown? The columns are: $1.",
                  "¿Qué se debe mostrar? Las columnas son: $1.",
                  "需要显示什么？列有：$1。"},
    [ASK_WHICH_DAY] = {"Which day is \"$1\"? Please write it like 2024-03-15.",
                       "¿Qué día es \"$1\"? Escríbalo así: 2024-03-15.",
                       "“$1”是哪一天？请写成 2024-03-15 的形式。"},
    [ASK_BY_WHAT] = {"The first ordered by what: $1?",
                     "¿Los primeros según qué: $1?", "按什么排序：$1？"},
    [ASK_PART_OR_GROUP] = {"The percentage of what: by which column, or for "
                           "which value?",
                           "¿El porcentaje de qué: por qué columna, o de qué "
                           "valor?",
                           "求什么的百分比：按哪一列，或针对哪个值？"},
    [ASK_YESNO] = {"Answers are figures, lists and rows, not yes or no. Which "
                   "figure would show it?",
                   "Las respuestas son cifras, listas y filas, no sí o no. "
                   "¿Qué cifra lo diría?",
                   "回答是数字、列表或行，而不是“是/否”。需要哪个数字？"},
    [ASK_TEXT_NUMBERS] = {"The values of $1 are text, not numbers: they can be "
                          "listed, not compared or added.",
                          "Los valores de $1 son texto, no números: se pueden "
                          "listar, no comparar ni sumar.",
                          "列 $1 是文本而非数字：可以列出，不能比较或求和。"},
    [ASK_LAST] =
        {"From which day should \"$1\" be counted? Give a year, or \"last 12 "
         "months\", which counts back from the newest date in the "
         "data, $2.",
         "¿Desde qué día se cuenta \"$1\"? Diga un año, o \"últimos 12 "
         "meses\", que cuenta desde la fecha más reciente de los "
         "datos, $2.",
         "“$1”从哪一天算起？请说明年份，或用“最近12个月”，即从数据中最新日期 "
         "$2 往前算。"},
    [ASK_ALL_ONE] = {"Each $1 occurs once, so counting cannot distinguish "
                     "them. What should be compared?",
                     "Cada $1 aparece una vez, así que contar no los "
                     "distingue. ¿Qué hay que comparar?",
                     "每个 $1 只出现一次，计数无法区分。要比较什么？"},
    [ASK_WORD_OR_VALUE] =
        {"Is \"$1\" the value $2 of $3, or just a word? Put it in quotation "
         "marks if it is the value.",
         "¿Es \"$1\" el valor $2 de $3, o solo una palabra? Si es el valor, "
         "escríbalo entre comillas.",
         "“$1”是列 $3 的值 $2，还是普通词语？加引号即为该值。"},
    [ASK_MONTH_OR_VALUE] =
        {"Is \"$1\" the month, or $2 ($3)? Write \"in $1\" for the "
         "month.",
         "¿Es \"$1\" el mes, o $2 ($3)? Escriba \"en $1\" para el mes.",
         "“$1”是指月份，还是 $2（$3）？"},
    [ASK_CONDITION] =
        {"The condition is on each $1, and that is not what the rest of the "
         "question counts. Can it be asked in two steps?",
         "La condición es sobre cada $1, y no es lo que cuenta el resto de la "
         "pregunta. ¿Se puede preguntar en dos pasos?",
         "条件针对每个 $1，而问题的其余部分统计的不是它。能分两步提问吗？"},
    [ASK_OF_EACH] = {"The first $1 in all, or the first of each $2?",
                     "¿Los primeros $1 en total, o los primeros de cada $2?",
                     "是全部 $1 中的前几名，还是每个 $2 的前几名？"},
    [ASK_BEST] = {"Do you mean the highest or the lowest $1?",
                  "¿Quiere el valor más alto o el más bajo de $1?",
                  "是指 $1 最高还是最低？"},
    [ASK_BOTH_SIGNS] =
        {"$1 has positive and negative amounts, and a percentage of their sum "
         "says nothing. Only the income, or only the expenses?",
         "$1 tiene importes positivos y negativos, y un porcentaje de su suma "
         "no dice nada. ¿Solo los ingresos, o solo los gastos?",
         "$1 有正有负，占其总和的百分比没有意义。只算收入，还是只算支出？"},
    [ASK_WHICH_YEAR] = {"\"$1\" of which year?", "¿\"$1\" de qué año?",
                        "“$1”是哪一年的？"},
    [ASK_ONLY_MONTHS] = {"Column $1 has only months, no days. Which "
                         "months?",
                         "La columna $1 solo tiene meses, no días. ¿Qué "
                         "meses?",
                         "列 $1 只精确到月份。要哪些月份？"},
    [ASK_EMPTY_COLUMN] = {"Column $1 has no value in any row. Which other "
                          "column do you want?",
                          "La columna $1 no tiene ningún valor. ¿Qué otra "
                          "columna quiere?",
                          "列 $1 没有任何值。要用哪一列？"},
    [ASK_FAN_OUT] =
        {"There is one $1 for each row of $2, and several rows of $3 refer to "
         "the same row: a sum over them would count it many times. Which "
         "figure of $2 alone, or of $3, do you want?",
         "Hay un valor de $1 por cada fila de $2, y varias filas de $3 remiten "
         "a la misma: una suma lo contaría varias veces. ¿Qué cifra quiere, "
         "de $2 sola o de $3?",
         "$1 在 $2 中每行一个，而 $3 中多行对应同一行：这样相加会重复计算。"
         "需要 $2 本身的还是 $3 的哪个数字？"},
    [ASK_ONLY_QUARTERS] = {"Column $1 has only quarters, no months. Which "
                           "quarters?",
                           "La columna $1 solo tiene trimestres, no meses. "
                           "¿Qué trimestres?",
                           "列 $1 只精确到季度。要哪些季度？"},
};

enum err bind_message_fill(const char *form, const struct str args[3],
                           struct arena *a, struct str *out, struct error *e)
{
    struct buf b;
    enum err err;

    buf_init(&b, MAX_SENTENCE_BYTES);
    for (const char *p = form; *p; p++) {
        if (*p == '$' && p[1] >= '1' && p[1] <= '3')
            buf_put_str(&b, args[*++p - '1']);
        else
            buf_put_char(&b, *p);
    }
    err = buf_dup(&b, a, out, e);
    buf_release(&b);
    return err;
}

enum err bind_message_format(enum bind_message what, enum language language,
                             const struct str args[3], struct arena *a,
                             struct str *out, struct error *e)
{
    return bind_message_fill(sentences[what][language], args, a, out, e);
}
