// write_xlsb.mjs XLSX_MJS IN OUT [IN OUT ...] - workbooks as SheetJS writes them in .xlsb.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [module, ...paths] = process.argv.slice(2);
const sheetjs = await import(pathToFileURL(module));
for (let i = 0; i + 1 < paths.length; i += 2) {
    const book = sheetjs.read(readFileSync(paths[i]), { cellDates: false, cellNF: true });
    writeFileSync(paths[i + 1], sheetjs.write(book, { type: 'buffer', bookType: 'xlsb' }));
}
