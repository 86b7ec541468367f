/* notes_words_table.c - the notes of tables in English, Spanish and Chinese. */
#include "tables/notes_words.h"

const struct
    note_words
        note_words
            [TABLE_NOTE_LANGUAGES] =
                {
                    [TABLE_NOTE_EN] =
                        {
                            .say =
                                {
                                    [TABLE_NOTE_ENCODING] =
                                        {"the encoding was guessed as ~ and may be ?: # line has characters that depend on it; say which with --encoding",
                                         "the encoding was guessed as ~ and may be ?: # lines have characters that depend on it; say which with --encoding"},
                                    [TABLE_NOTE_FOUND] =
                                        {"table ! of page ^ was found by alignment, without rulings (confidence *)",
                                         "table ! of page ^ was found by alignment, without rulings (confidence *)"},
                                    [TABLE_NOTE_OCR] =
                                        {"table ! of page ^ was read from a picture by OCR (confidence *): compare figures with the page",
                                         "table ! of page ^ was read from a picture by OCR (confidence *): compare figures with the page"},
                                    [TABLE_NOTE_NAMES] =
                                        {"the header names # of % columns; where a cell holds the delimiter without quotes, names and values do not belong together",
                                         "the header names # of % columns; where a cell holds the delimiter without quotes, names and values do not belong together"},
                                    [TABLE_NOTE_OTHER] =
                                        {"# more table seems to begin below an empty line$; its lines were read as rows of this one",
                                         "# more tables seem to begin below empty lines$; their lines were read as rows of this one"},
                                    [TABLE_NOTE_ALIGNED] =
                                        {"# line is parted by runs of spaces, as aligned columns are: its columns are not told apart",
                                         "# lines are parted by runs of spaces, as aligned columns are: their columns are not told apart"},
                                    [TABLE_NOTE_TOLD] =
                                        {"the columns were told apart by the spaces that align them, in # line",
                                         "the columns were told apart by the spaces that align them, in # lines"},
                                    [TABLE_NOTE_RECORD] =
                                        {"the file is one record, and # list in it (@) is a value and no rows",
                                         "the file is one record, and # lists in it (@) are values and no rows"},
                                    [TABLE_NOTE_LIST] =
                                        {"the rows are a list in the file; # member beside it (@) is in no row",
                                         "the rows are a list in the file; # members beside it (@) are in no row"},
                                    [TABLE_NOTE_DAYS] =
                                        {"the dates of column & do not tell day from month; they were read as ~",
                                         "the dates of columns & do not tell day from month; they were read as ~"},
                                    [TABLE_NOTE_NUMBERS] =
                                        {"the numbers of column & do not tell a decimal mark from a thousands separator; they were read like ~",
                                         "the numbers of columns & do not tell a decimal mark from a thousands separator; they were read like ~"},
                                    [TABLE_NOTE_PARTED] =
                                        {"# column (@) has neither a name nor a value: what stands right of it may be another table",
                                         "# columns (@) have neither a name nor a value: what stands right of them may be another table"},
                                    [TABLE_NOTE_SET_ASIDE] =
                                        {"# line is not a row of the table and was set aside$",
                                         "# lines are not rows of the table and were set "
                                         "aside$"},
                                    [TABLE_NOTE_PADDED] =
                                        {"# of % rows lacks @$: read as "
                                         "empty",
                                         "# of % rows lack @$: read as "
                                         "empty"},
                                    [TABLE_NOTE_REPAIRED] =
                                        {"# of % rows was damaged and "
                                         "repaired$",
                                         "# of % rows were damaged and "
                                         "repaired$"},
                                    [TABLE_NOTE_UNCACHED] =
                                        {"# formula has no stored value and was read as "
                                         "empty$; open and save the workbook to store it",
                                         "# formulas have no stored value and were read as "
                                         "empty$; open and save the workbook to store them"},
                                    [TABLE_NOTE_ERRORS] =
                                        {"# cell holds an error and was read as empty$",
                                         "# cells hold an error and were read as empty$"},
                                    [TABLE_NOTE_DATES] =
                                        {"# cell under a date format holds no day of the "
                                         "calendar$",
                                         "# cells under a date format hold no day of the "
                                         "calendar$"},
                                    [TABLE_NOTE_LEFT_OUT] =
                                        {"# block of cells on the sheet is in no table$",
                                         "# blocks of cells on the sheet are in no table$"},
                                    [TABLE_NOTE_TOTALS] =
                                        {"# of % rows is a sum of others$: a sum of @ counts "
                                         "them again unless it leaves this row out",
                                         "# of % rows are sums of others$: a sum of @ counts "
                                         "them again unless it leaves these rows out"},
                                    [TABLE_NOTE_UNIT] =
                                        {"the table states a unit: \"~\"$; figures are as they stand in it",
                                         "the table states a unit: \"~\"$; figures are as they stand in it"},
                                    [TABLE_NOTE_DIFFER] =
                                        {"# number of @ is in another currency than others, or only some are in per cent: a sum adds them as they are",
                                         "# numbers of @ are in another currency than others, or only some are in per cent: a sum adds them as they are"},
                                    [TABLE_NOTE_POINTS] =
                                        {"# number of @ has no decimal point where others have one: OCR may have lost it, compare it with the page", "# numbers of @ have no decimal point where others have one: OCR may have lost it, compare them with the page"},
                                    [TABLE_NOTE_MERGED] =
                                        {"# cell of @ is merged with the one above, which has the value, and was read as empty",
                                         "# cells of @ are merged with those above, which have the values, and were read as empty"},
                                    [TABLE_NOTE_TWICE] =
                                        {"# column has the name of another in the file (@): a question may mean either",
                                         "# columns have the name of another in the file (@): a question may mean either"},
                                    [TABLE_NOTE_BLANK] =
                                        {"# of % rows has no @, below a row that has one: if it is meant there too, what is asked of one @ leaves this row out",
                                         "# of % rows have no @, below rows that have one: if it is meant there too, what is asked of one @ leaves these rows out"},
                                    [TABLE_NOTE_EMPTY] =
                                        {"# of % rows has no value in any column, and counts as a row",
                                         "# of % rows have no value in any column, and count as rows"},
                                    [TABLE_NOTE_LONE] = {"# of % rows has a value in @ alone, as headings and footnotes have, and counts as a row",
                                                         "# of % rows have a value in @ alone, as headings and footnotes have, and count as rows"},
                                    [TABLE_NOTE_MEAN] = {"# of % rows$ is the average of the others: a sum counts it as well unless it leaves this row out",
                                                         "# of % rows$ are averages of the others: a sum counts them as well unless it leaves these rows out"},
                                    [TABLE_NOTE_HIDDEN] =
                                        {"# of % rows is hidden in the sheet, and was read like the others",
                                         "# of % rows are hidden in the sheet, and were read like the others"},
                                    [TABLE_NOTE_NO_VALUE] = {"# cell of @ says that there is no value (NA, - or the like) and was read as empty",
                                                             "# cells of @ say that there is no value (NA, - or the like) and were read as empty"},
                                    [TABLE_NOTE_LABEL] =
                                        {"# cell of @ is the label of a row of totals and was read as empty",
                                         "# cells of @ are labels of rows of totals and were read as empty"},
                                    [TABLE_NOTE_TRACKED] =
                                        {"# change was tracked in the document: "
                                         "the table is as if it were accepted",
                                         "# changes were tracked in the document: "
                                         "the table is as if all were accepted"},
                                    [TABLE_NOTE_SAMPLED] =
                                        {"the copy has # of about % rows, to know what is in the columns; queries are answered by the server, statistics and lists of rows by the copy",
                                         "the copy has # of about % rows, to know what is in the columns; queries are answered by the server, statistics and lists of rows by the copy"},
                                    [TABLE_NOTE_OUTSIDE] =
                                        {"# line of title, comment or footer was set aside$",
                                         "# lines of title, comment or footer were set "
                                         "aside$"},
                                },
                            .unit = {[TABLE_NOTE_CELLS] = {"", "", ""},
                                     [TABLE_NOTE_LINES] = {"line ", "lines ",
                                                           ""},
                                     [TABLE_NOTE_ROWS] = {"row ", "rows ", ""}},
                            .comma = ", ",
                            .open = " (",
                            .close = ")",
                            .more = "...",
                            .cells = "cells",
                            .behind = ": ",
                            .either = " or ",
                            .other = "another",
                        },
                    [TABLE_NOTE_ES] =
                        {
                            .say =
                                {
                                    [TABLE_NOTE_ENCODING] =
                                        {"la codificación se supuso ~ y puede ser ?: # línea tiene caracteres que dependen de ella; indíquela con --encoding",
                                         "la codificación se supuso ~ y puede ser ?: # líneas tienen caracteres que dependen de ella; indíquela con --encoding"},
                                    [TABLE_NOTE_FOUND] =
                                        {"la tabla ! de la página ^ se halló por alineación, sin líneas (confianza *)",
                                         "la tabla ! de la página ^ se halló por alineación, sin líneas (confianza *)"},
                                    [TABLE_NOTE_OCR] =
                                        {"la tabla ! de la página ^ se leyó de una imagen por OCR (confianza *): compare las cifras con la página",
                                         "la tabla ! de la página ^ se leyó de una imagen por OCR (confianza *): compare las cifras con la página"},
                                    [TABLE_NOTE_NAMES] =
                                        {"el encabezado nombra # de % columnas; si una celda contiene el delimitador sin comillas, nombres y valores no se corresponden", "el encabezado nombra # de % columnas; si una celda contiene el delimitador sin comillas, nombres y valores no se corresponden"},
                                    [TABLE_NOTE_OTHER] =
                                        {"# tabla más parece empezar bajo una línea vacía$; sus líneas se leyeron como filas de esta",
                                         "# tablas más parecen empezar bajo líneas vacías$; sus líneas se leyeron como filas de esta"},
                                    [TABLE_NOTE_ALIGNED] =
                                        {"# línea está separada por series de espacios, como columnas alineadas: sus columnas no se distinguen",
                                         "# líneas están separadas por series de espacios, como columnas alineadas: sus columnas no se distinguen"},
                                    [TABLE_NOTE_TOLD] =
                                        {"las columnas se distinguieron por los espacios que las alinean, en # línea",
                                         "las columnas se distinguieron por los espacios que las alinean, en # líneas"},
                                    [TABLE_NOTE_RECORD] =
                                        {"el archivo es un solo registro, y # lista en él (@) es un valor y no filas",
                                         "el archivo es un solo registro, y # listas en él (@) son valores y no filas"},
                                    [TABLE_NOTE_LIST] =
                                        {"las filas son una lista del archivo; # elemento fuera de ella (@) no está en ninguna fila",
                                         "las filas son una lista del archivo; # elementos fuera de ella (@) no están en ninguna fila"},
                                    [TABLE_NOTE_DAYS] =
                                        {"las fechas de la columna & no distinguen el día del mes; se leyeron como ~",
                                         "las fechas de las columnas & no distinguen el día del mes; se leyeron como ~"},
                                    [TABLE_NOTE_NUMBERS] =
                                        {"los números de la columna & no distinguen el separador decimal del de millares; se leyeron como ~",
                                         "los números de las columnas & no distinguen el separador decimal del de millares; se leyeron como ~"},
                                    [TABLE_NOTE_PARTED] =
                                        {"# columna (@) no tiene nombre ni valores: lo que está a su derecha puede ser otra tabla",
                                         "# columnas (@) no tienen nombre ni valores: lo que está a su derecha puede ser otra tabla"},
                                    [TABLE_NOTE_SET_ASIDE] =
                                        {"# línea no es una fila de la tabla y se apartó$",
                                         "# líneas no son filas de la tabla y se apartaron$"},
                                    [TABLE_NOTE_PADDED] =
                                        {"a # de % filas le falta @$: se leyó como vacío",
                                         "a # de % filas les falta @$: se leyó como vacío"},
                                    [TABLE_NOTE_REPAIRED] =
                                        {"# de % filas estaba dañada y se reparó$",
                                         "# de % filas estaban dañadas y se repararon$"},
                                    [TABLE_NOTE_UNCACHED] =
                                        {"# fórmula no tiene valor guardado y se leyó como "
                                         "vacía$; abra y guarde el libro para guardarlo",
                                         "# fórmulas no tienen valor guardado y se leyeron "
                                         "como vacías$; abra y guarde el libro para "
                                         "guardarlos"},
                                    [TABLE_NOTE_ERRORS] =
                                        {"# celda contiene un error y se leyó como vacía$",
                                         "# celdas contienen un error y se leyeron como "
                                         "vacías$"},
                                    [TABLE_NOTE_DATES] =
                                        {"# celda con formato de fecha no contiene un día del "
                                         "calendario$",
                                         "# celdas con formato de fecha no contienen un día "
                                         "del calendario$"},
                                    [TABLE_NOTE_LEFT_OUT] =
                                        {"# bloque de celdas de la hoja no está en ninguna "
                                         "tabla$",
                                         "# bloques de celdas de la hoja no están en ninguna "
                                         "tabla$"},
                                    [TABLE_NOTE_TOTALS] =
                                        {"# de % filas es la suma de otras$: una suma de @ las "
                                         "cuenta otra vez si no la excluye",
                                         "# de % filas son sumas de otras$: una suma de @ las "
                                         "cuenta otra vez si no las excluye"},
                                    [TABLE_NOTE_UNIT] =
                                        {"la tabla indica una unidad: «~»$; las cifras están como figuran en ella",
                                         "la tabla indica una unidad: «~»$; las cifras están como figuran en ella"},
                                    [TABLE_NOTE_DIFFER] =
                                        {"# número de @ está en otra moneda que los demás, o solo algunos son porcentajes: una suma los suma tal cual",
                                         "# números de @ están en otra moneda que los demás, o solo algunos son porcentajes: una suma los suma tal cual"},
                                    [TABLE_NOTE_POINTS] =
                                        {"# número de @ no tiene decimales donde los demás los tienen: el OCR pudo perder la coma, compárelo con la página",
                                         "# números de @ no tienen decimales donde los demás los tienen: el OCR pudo perder la coma, compárelos con la página"},
                                    [TABLE_NOTE_MERGED] =
                                        {"# celda de @ está combinada con la de arriba, que tiene el valor, y se leyó como vacía",
                                         "# celdas de @ están combinadas con las de arriba, que tienen los valores, y se leyeron como vacías"},
                                    [TABLE_NOTE_TWICE] =
                                        {"# columna tiene el nombre de otra en el archivo (@): una pregunta puede referirse a cualquiera de ellas", "# columnas tienen el nombre de otra en el archivo (@): una pregunta puede referirse a cualquiera de ellas"},
                                    [TABLE_NOTE_BLANK] =
                                        {"# de % filas no tiene @, debajo de una que sí: si también vale para ella, lo que se pregunta de un valor de @ la deja fuera",
                                         "# de % filas no tienen @, debajo de otras que sí: si también vale para ellas, lo que se pregunta de un valor de @ las deja fuera"},
                                    [TABLE_NOTE_EMPTY] =
                                        {"# de % filas no tiene valor en ninguna columna, y cuenta como fila",
                                         "# de % filas no tienen valor en ninguna columna, y cuentan como filas"},
                                    [TABLE_NOTE_LONE] =
                                        {"# de % filas solo tiene valor en @, como los títulos y las notas al pie, y cuenta como fila",
                                         "# de % filas solo tienen valor en @, como los títulos y las notas al pie, y cuentan como filas"},
                                    [TABLE_NOTE_MEAN] =
                                        {"# de % filas$ es el promedio de las demás: una suma también la cuenta si no deja fuera esta fila",
                                         "# de % filas$ son promedios de las demás: una suma también las cuenta si no deja fuera estas filas"},
                                    [TABLE_NOTE_HIDDEN] =
                                        {"# de % filas está oculta en la hoja y se leyó como las demás",
                                         "# de % filas están ocultas en la hoja y se leyeron como las demás"},
                                    [TABLE_NOTE_NO_VALUE] =
                                        {"# celda de @ dice que no hay valor (NA, - o similar) y se leyó como vacía",
                                         "# celdas de @ dicen que no hay valor (NA, - o similar) y se leyeron como vacías"},
                                    [TABLE_NOTE_LABEL] =
                                        {"# celda de @ es la etiqueta de una fila de totales y se leyó como vacía",
                                         "# celdas de @ son etiquetas de filas de totales y se leyeron como vacías"},
                                    [TABLE_NOTE_TRACKED] =
                                        {"el documento tiene # cambio registrado: "
                                         "la tabla es como si se hubiera "
                                         "aceptado",
                                         "el documento tiene # cambios "
                                         "registrados: la tabla es como si todos "
                                         "se hubieran aceptado"},
                                    [TABLE_NOTE_SAMPLED] =
                                        {"la copia tiene # de unas % filas, para saber qué hay en las columnas; las consultas las responde el servidor, las estadísticas y listas de filas la copia",
                                         "la copia tiene # de unas % filas, para saber qué hay en las columnas; las consultas las responde el servidor, las estadísticas y listas de filas la copia"},
                                    [TABLE_NOTE_OUTSIDE] =
                                        {"se apartó # línea de título, comentario o pie$",
                                         "se apartaron # líneas de título, comentario o pie$"},
                                },
                            .unit = {[TABLE_NOTE_CELLS] = {"", "", ""},
                                     [TABLE_NOTE_LINES] = {"línea ", "líneas ",
                                                           ""},
                                     [TABLE_NOTE_ROWS] = {"fila ", "filas ",
                                                          ""}},
                            .comma = ", ",
                            .open = " (",
                            .close = ")",
                            .more = "...",
                            .cells = "celdas",
                            .behind = ": ",
                            .either = " o ",
                            .other = "otra",
                        },
                    [TABLE_NOTE_ZH] =
                        {
                            .say =
                                {
                                    [TABLE_NOTE_ENCODING] =
                                        {"编码猜测为 ~，也可能是 ?：有 # 行的字符取决于编码；请用 --encoding 指明",
                                         "编码猜测为 ~，也可能是 ?：有 # 行的字符取决于编码；请用 --encoding 指明"},
                                    [TABLE_NOTE_FOUND] =
                                        {"第 ^ 页的表 ! 按对齐找到，没有表格线（置信度 *）",
                                         "第 ^ 页的表 ! 按对齐找到，没有表格线（置信度 *）"},
                                    [TABLE_NOTE_OCR] =
                                        {"第 ^ 页的表 ! 是用 OCR 从图片读取的（置信度 *）：请与原页核对数字",
                                         "第 ^ 页的表 ! 是用 OCR 从图片读取的（置信度 *）：请与原页核对数字"},
                                    [TABLE_NOTE_NAMES] =
                                        {"表头只命名了 % 列中的 # 列；若单元格含有未加引号的分隔符，名称与值会错位",
                                         "表头只命名了 % 列中的 # 列；若单元格含有未加引号的分隔符，名称与值会错位"},
                                    [TABLE_NOTE_OTHER] =
                                        {"空行之下似乎还有 # 张表$；其各行按本表的行读取",
                                         "空行之下似乎还有 # 张表$；其各行按本表的行读取"},
                                    [TABLE_NOTE_ALIGNED] =
                                        {"有 # 行以多个空格对齐：各列未能分开",
                                         "有 # 行以多个空格对齐：各列未能分开"},
                                    [TABLE_NOTE_TOLD] =
                                        {"各列是按对齐所用的空格分开的，共 # 行",
                                         "各列是按对齐所用的空格分开的，共 # 行"},
                                    [TABLE_NOTE_RECORD] =
                                        {"文件是一条记录，其中 # 个列表（@）是值而不是行",
                                         "文件是一条记录，其中 # 个列表（@）是值而不是行"},
                                    [TABLE_NOTE_LIST] =
                                        {"各行是文件中的一个列表；列表之外的 # 个成员（@）不在任何行中",
                                         "各行是文件中的一个列表；列表之外的 # 个成员（@）不在任何行中"},
                                    [TABLE_NOTE_DAYS] =
                                        {"列 & 的日期无法区分日与月，按 ~ 读取",
                                         "列 & 的日期无法区分日与月，按 ~ 读取"},
                                    [TABLE_NOTE_NUMBERS] =
                                        {"列 & 的数字无法区分小数点与千位分隔符，按 ~ 读取",
                                         "列 & 的数字无法区分小数点与千位分隔符，按 ~ 读取"},
                                    [TABLE_NOTE_PARTED] =
                                        {"有 # 列（@）既无名称也无值：其右侧可能是另一张表",
                                         "有 # 列（@）既无名称也无值：其右侧可能是另一张表"},
                                    [TABLE_NOTE_SET_ASIDE] =
                                        {"有 # 行不是表中的记录，已搁置$",
                                         "有 # 行不是表中的记录，已搁置$"},
                                    [TABLE_NOTE_PADDED] =
                                        {"% 行中有 # 行缺少 @$，按空值读取",
                                         "% 行中有 # 行缺少 @$，按空值读取"},
                                    [TABLE_NOTE_REPAIRED] =
                                        {"% 行中有 # 行有损坏，已修复$",
                                         "% 行中有 # 行有损坏，已修复$"},
                                    [TABLE_NOTE_UNCACHED] =
                                        {"有 # 个公式没有保存的值，按空值读取$；请打开并保存该"
                                         "工作簿",
                                         "有 # 个公式没有保存的值，按空值读取$；请打开并保存该"
                                         "工作簿"},
                                    [TABLE_NOTE_ERRORS] =
                                        {"有 # 个单元格为错误值，按空值读取$",
                                         "有 # 个单元格为错误值，按空值读取"
                                         "$"},
                                    [TABLE_NOTE_DATES] =
                                        {"有 # 个日期格式的单元格不是日历中的日期$",
                                         "有 # 个日期格式的单元格不是日历中的日期$"},
                                    [TABLE_NOTE_LEFT_OUT] =
                                        {"工作表中有 # 块单元格不在任何表中$",
                                         "工作表中有 # 块单元格不在任何表中$"},
                                    [TABLE_NOTE_TOTALS] =
                                        {"% 行中有 # 行是其他行的合计$，对 @ 求和时若不排除会重复"
                                         "计算",
                                         "% 行中有 # 行是其他行的合计$，对 @ 求和时若不排除会重复"
                                         "计算"},
                                    [TABLE_NOTE_UNIT] =
                                        {"表中注明单位：“~”$；数字按表中原样给出",
                                         "表中注明单位：“~”$；数字按表中原样给出"},
                                    [TABLE_NOTE_DIFFER] =
                                        {"@ 中有 # 个数与其他数币种不同，或只有部分是百分比：求和时按原样相加",
                                         "@ 中有 # 个数与其他数币种不同，或只有部分是百分比：求和时按原样相加"},
                                    [TABLE_NOTE_POINTS] =
                                        {"@ 中有 # 个数没有小数点，而其他数有：OCR 可能漏读，请与页面核对",
                                         "@ 中有 # 个数没有小数点，而其他数有：OCR 可能漏读，请与页面核对"},
                                    [TABLE_NOTE_MERGED] =
                                        {"@ 中有 # 个单元格与上方单元格合并，值在上方，按空读取",
                                         "@ 中有 # 个单元格与上方单元格合并，值在上方，按空读取"},
                                    [TABLE_NOTE_TWICE] = {"# 列与文件中另一列同名（@）：提问时可能指其中任何一列", "# 列与文件中另一列同名（@）：提问时可能指其中任何一列"},
                                    [TABLE_NOTE_BLANK] =
                                        {"% 行中有 # 行没有 @，而上方的行有：如果上方的值也适用于这些行，按 @ 提问时会漏掉它们",
                                         "% 行中有 # 行没有 @，而上方的行有：如果上方的值也适用于这些行，按 @ 提问时会漏掉它们"},
                                    [TABLE_NOTE_EMPTY] =
                                        {"% 行中有 # 行各列都没有值，仍算作一行",
                                         "% 行中有 # 行各列都没有值，仍算作一行"},
                                    [TABLE_NOTE_LONE] =
                                        {"% 行中有 # 行只在 @ 中有值，像小标题或脚注，仍算作一行",
                                         "% 行中有 # 行只在 @ 中有值，像小标题或脚注，仍算作一行"},
                                    [TABLE_NOTE_MEAN] =
                                        {"% 行中有 # 行$是其余各行的平均值：求和时如不排除，会把它也算进去",
                                         "% 行中有 # 行$是其余各行的平均值：求和时如不排除，会把它也算进去"},
                                    [TABLE_NOTE_HIDDEN] =
                                        {"% 行中有 # 行在工作表中被隐藏，照常读取",
                                         "% 行中有 # 行在工作表中被隐藏，照常读取"},
                                    [TABLE_NOTE_NO_VALUE] =
                                        {"@ 中有 # 个单元格写明没有值（NA、- 之类），按空值读取",
                                         "@ 中有 # 个单元格写明没有值（NA、- 之类），按空值读取"},
                                    [TABLE_NOTE_LABEL] =
                                        {"@ 中有 # 个单元格是合计行的标签，按空值读取",
                                         "@ 中有 # 个单元格是合计行的标签，按空值读取"},
                                    [TABLE_NOTE_TRACKED] =
                                        {"文档有 # 处修订：此表为接受后的"
                                         "内容",
                                         "文档有 # 处修订：此表为接受后的"
                                         "内容"},
                                    [TABLE_NOTE_SAMPLED] =
                                        {"副本只有约 % 行中的 # 行，用于了解各列的内容；查询由服务器回答，统计和行列表来自副本",
                                         "副本只有约 % 行中的 # 行，用于了解各列的内容；查询由服务器回答，统计和行列表来自副本"},
                                    [TABLE_NOTE_OUTSIDE] =
                                        {"标题、注释或页脚共 # 行已搁置$",
                                         "标题、注释或页脚共 # 行已搁置$"},
                                },
                            .unit = {[TABLE_NOTE_CELLS] = {"", "", ""},
                                     [TABLE_NOTE_LINES] = {"第 ", "第 ", " 行"},
                                     [TABLE_NOTE_ROWS] = {"表中第 ", "表中第 ",
                                                          " 行"}},
                            .comma = "、",
                            .open = "（",
                            .close = "）",
                            .more = "……",
                            .cells = "单元格",
                            .behind = "：",
                            .either = "或",
                            .other = "其他编码",
                        },
};
