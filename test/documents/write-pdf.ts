type PdfParts = {
  /** The lines of each page. */
  pages: readonly (readonly string[])[];
  /** Wants a password that nobody has. */
  encrypted?: boolean;
  /** Its letters are in GBK, in a font of the system: they are read by a table of characters alone. */
  chinese?: readonly Buffer[];
};

/** A PDF as programs write it: a line each with its own position, Helvetica, no compression. */
export function writePdf({ pages, encrypted = false, chinese }: PdfParts): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const font = chinese
    ? "<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /GBK-EUC-H /DescendantFonts [4 0 R] >>"
    : "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
  const first = 6;
  add("<< /Type /Catalog /Pages 2 0 R >>");
  const kids = pages.map((_, at) => `${first + at * 2} 0 R`).join(" ");
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add(font);
  add(
    "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 5 0 R >>",
  );
  add(
    "<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>",
  );
  for (const [at, lines] of pages.entries()) {
    const shown = chinese
      ? chinese.map((bytes) => `<${bytes.toString("hex")}>`)
      : lines.map((line) => `(${line.replaceAll(/[\\()]/g, "\\$&")})`);
    const text = shown.map((line, row) => `1 0 0 1 72 ${720 - row * 14} Tm ${line} Tj`).join("\n");
    const stream = shown.length === 0 ? "" : `BT /F1 12 Tf\n${text}\nET`;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${first + at * 2 + 1} 0 R >>`,
    );
    add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
  }
  let file = "%PDF-1.7\n";
  const places = objects.map((body, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return `${place}`.padStart(10, "0");
  });
  const table = [`0000000000 65535 f \n`, ...places.map((place) => `${place} 00000 n \n`)].join("");
  const noise = "5a".repeat(32);
  const lock = encrypted
    ? ` /Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${noise}> /U <${noise}> >> /ID [<${noise}> <${noise}>]`
    : "";
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${lock} >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}xref\n0 ${objects.length + 1}\n${table}${end}`, "latin1");
}
