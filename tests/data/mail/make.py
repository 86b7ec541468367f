"""Makes the mails beside it, byte for byte the same each time:

    python3 tests/data/mail/make.py

pump.eml     an answer: encoded words, a signature, a quoted tail, a table and a
             text as attachments
invoice.eml  a page alone, from Outlook: a table for layout, the answered mail
             below it without marks
inbox.mbox   both, and two more, also in examples: one with a mail attached, one whose text has
             lines that begin with "From "
later.mbox   the same with another first mail, without the second, and one read
             (its status changed)
bad.eml      no header
"""
import os
from email.message import EmailMessage
from email.policy import SMTP

here = os.path.dirname(os.path.abspath(__file__))


def mail(subject, sender, to, date, number):
    m = EmailMessage()
    m["From"] = sender
    m["To"] = to
    m["Subject"] = subject
    m["Date"] = date
    m["Message-ID"] = f"<{number}@example.org>"
    return m


ANNA = "Änna Wéber <anna@example.org>"
BOB = "Bob Lee <bob@example.com>"

pump = mail("Re: Lieferung der Pumpe für Halle 7", ANNA,
            BOB + ', "Ott, Carla" <carla@example.net>',
            "Tue, 05 Mar 2024 14:30:00 +0100", 1)
pump.set_content("""Hello Bob,

the pump for hall 7 arrives on 19 March. It weighs 240 kg, so please
have a forklift ready at gate C.

Regards
Änna

--\x20
Änna Wéber, Example Pumps
Phone 555 0100

On Mon, 4 Mar 2024 at 09:12, Bob Lee <bob@example.com>
wrote:
> When does the pump arrive?
> Our visitors come on the 18th.
""")
pump.add_attachment("part,quantity\nseal,4\nring,7\n", subtype="csv", filename="parts.csv")
pump.add_attachment("# Unloading\n\nThe crane of gate C lifts two tonnes.\n", subtype="markdown",
                    filename="Pläne.md")
pump.add_attachment(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", maintype="image", subtype="png", filename="logo.png")
pump.set_boundary("=-pump")

invoice = mail("RE: Invoice 4711", "Carla Ott <carla@example.net>", BOB,
               "Wed, 06 Mar 2024 08:00:00 -0500", 2)
invoice.set_content("""<html><head><style>td { color: red }</style></head><body>
<table><tr><td><p>Dear Bob,</p>
<p>invoice 4711 over <b>1,250.40 EUR</b> is due on 1 April.</p></td></tr></table>
<ul><li>by transfer</li><li>or at the desk</li></ul>
<div><b>From:</b> Bob Lee<br><b>Sent:</b> Tuesday, March 5, 2024 10:00<br><b>To:</b> Carla Ott<br>
<b>Subject:</b> Invoice 4711</div>
<p>Somebody lost my invoice.</p></body></html>
""", subtype="html")
# what Outlook repeats names the one that is answered
invoice.replace_header("To", "Bob Lee <bob@example.com>")

party = mail("Summer party", "Dora Kim <dora@example.org>", "all@example.org",
             "Thu, 07 Mar 2024 10:00:00 +0000", 3)
party.set_content("The summer party is on 21 June in the garden.\n\n"
                  "From 18:00 on there is cake.\n")

forward = mail("Fwd: gate", BOB, ANNA, "Fri, 08 Mar 2024 10:00:00 +0000", 4)
forward.set_content("See the attached mail.\n")
inner = mail("Gate C", "Eli Roy <eli@example.net>", BOB, "Fri, 08 Mar 2024 09:00:00 +0000", 5)
inner.set_content("Gate C is closed on Sundays.\n")
forward.add_attachment(inner)
forward.set_boundary("=-forward")


def write(name, data):
    with open(os.path.join(here, name), "wb") as f:
        f.write(data)


def mbox(mails):
    out = b""
    for m in mails:
        body = m.as_bytes().replace(b"\nFrom ", b"\n>From ")
        out += b"From somebody Fri Mar  8 10:00:00 2024\n" + body + b"\n"
    return out


write("pump.eml", pump.as_bytes(policy=SMTP))
write("invoice.eml", invoice.as_bytes(policy=SMTP))
write("inbox.mbox", mbox([pump, invoice, party, forward]))
write("../../../examples/inbox.mbox", mbox([pump, invoice, party, forward]))
first = mail("Welcome", "Fay Orr <fay@example.org>", BOB, "Fri, 01 Mar 2024 09:00:00 +0000", 6)
first.set_content("Welcome to the yard.\n")
party["Status"] = "RO"
write("later.mbox", mbox([first, pump, party, forward]))
write("bad.eml", b"Dear all,\n\nthis is no mail.\n")
