#!/bin/sh
# make.sh - makes the listings of this folder, and as CSV what is in them, with R, sqlite3,
# column, mawk, ls, dpkg, wc and readelf of Debian 12. They are kept, because each
# version of a program prints something else.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
shop=$here/../../../examples/shop
export LC_ALL=C.UTF-8 COLUMNS=200

# What R prints of a table, and what it writes of it.
of_r() {
    Rscript -e "options(width = 200, max.print = 100000); x <- $2; print(x$3); write.csv(x, '$here/$1.csv', na = '', quote = TRUE, row.names = $4)" >"$here/r-$1.txt"
    mv "$here/$1.csv" "$here/r-$1.csv"
}
of_r mtcars mtcars '' TRUE
of_r iris 'iris[seq(1, 150, 5), ]' '' TRUE
of_r women women '' TRUE
of_r arrests USArrests '' TRUE
of_r quakes 'quakes[1:200, ]' '' TRUE
of_r tooth ToothGrowth '' TRUE
of_r warp warpbreaks ', row.names = FALSE' FALSE
of_r chick 'as.data.frame(chickwts)' '' TRUE
of_r attitude attitude '' TRUE
of_r swiss swiss '' TRUE
of_r trees trees ', row.names = FALSE' FALSE
of_r sleep sleep '' TRUE
of_r stack stackloss '' TRUE
of_r esoph esoph '' TRUE

for table in customers products orders order_lines; do
    sqlite3 -header -column "$here/../../../examples/shop.sqlite" "SELECT * FROM $table" >"$here/sqlite-$table.txt"
    sqlite3 -header -csv "$here/../../../examples/shop.sqlite" "SELECT * FROM $table" >"$here/sqlite-$table.csv"
done
for table in customers products orders; do
    column -t -s, "$shop/$table.csv" >"$here/column-$table.txt"
    cp "$shop/$table.csv" "$here/column-$table.csv"
done
mawk -F, 'NR == 1 { printf "%-10s %-8s %12s\n", $1, $2, $5; next } { printf "%-10s %-8s %12.2f\n", $1, $2, $5 }' "$shop/order_lines.csv" >"$here/awk-lines.txt"
cut -d, -f1,2,5 "$shop/order_lines.csv" >"$here/awk-lines.csv"

# Of these the words of a line are the cells, up to the last one.
words() { # name cells lines-before
    tail -n +"$(($3 + 1))" "$here/$1.txt" | mawk -v n="$2" '{
        out = ""
        for (i = 1; i < n; i++) { out = out $1 ","; sub(/^ *[^ ]+ */, "") }
        gsub(/"/, "\"\""); print out "\"" $0 "\"" }' >"$here/$1.csv"
}
ls -l /usr/include/*.h | sed 's|/usr/include/||' >"$here/ls-include.txt"
words ls-include 9 0
ls -l /usr/share/common-licenses >"$here/ls-licenses.txt"
words ls-licenses 9 1
ls -l --time-style=long-iso /usr/share/zoneinfo/Europe >"$here/ls-iso.txt"
words ls-iso 8 1
readelf -sW /lib/x86_64-linux-gnu/libm.so.6 | sed -n '3,200p' >"$here/readelf-symbols.txt"
words readelf-symbols 8 0
dpkg -l | sed -n '1,120p' >"$here/dpkg-list.txt"
words dpkg-list 5 3
sed -i '2d' "$here/dpkg-list.csv"
wc "$shop"/*.csv | sed "s|$shop/||" >"$here/wc-shop.txt"
words wc-shop 4 0
