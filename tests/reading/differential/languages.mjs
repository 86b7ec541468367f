// Words to fill cells and headers with, and encodings in which they are often
// written. An encoding that cannot carry a table is never used for it.
const words = (text) => text.trim().split(/\s+/);

export const languages = {
    english: {
        words: words(`river window market orange teacher bridge garden silver
            harbour winter letter engine paper story valley doctor`),
        names: words(`day shop city product amount units price status customer
            comment region category owner note weight level batch source`),
        encodings: ["us-ascii", "windows-1252", "cp437", "macintosh", "utf-16le", "cp037"],
    },
    spanish: {
        words: words(`señora camarón jamón también niño corazón árbol última
            pequeño compró mañana acción años Málaga público`),
        names: words(`día tienda ciudad producto importe unidades precio estado
            cliente comentario región categoría dueño nota`),
        encodings: ["windows-1252", "iso-8859-1", "iso-8859-15", "cp850", "macintosh"],
    },
    german: {
        words: words(`Straße Größe Mädchen schön Bücher Tür über Käse Fuß
            Österreich grün Würfel Zähler möchte`),
        names: words(`Datum Geschäft Stadt Erzeugnis Betrag Stück Preis Zustand
            Kunde Bemerkung Gebiet Gruppe Inhaber Größe`),
        encodings: ["windows-1252", "iso-8859-1", "cp850", "macintosh", "utf-16be"],
    },
    french: {
        words: words(`élève forêt français garçon hôtel naïve œuvre cœur
            où déjà près maïs être reçu théâtre`),
        names: words(`jour magasin ville produit montant unités prix état
            client remarque région catégorie`),
        encodings: ["windows-1252", "iso-8859-15", "cp850", "macintosh"],
    },
    polish: {
        words: words(`żółty książka źródło pięć święto łódź ćma mąż
            dziękuję Kraków wrzesień gęś`),
        names: words(`dzień sklep miasto produkt kwota sztuki cena stan
            klient uwaga województwo grupa`),
        encodings: ["windows-1250", "iso-8859-2", "cp852"],
    },
    romanian: {
        words: words(`București țară și pâine încă mâine fată băiat școală
            frumoasă cămașă să înțelege`).map((w) => w.replaceAll("ț", "ţ").replaceAll("ș", "ş")),
        names: words(`zi magazin localitate produs sumă bucăți preț stare
            client observații regiune`).map((w) => w.replaceAll("ț", "ţ").replaceAll("ș", "ş")),
        encodings: ["windows-1250", "iso-8859-2", "cp852"],
    },
    czech: {
        words: words(`žluťoučký kůň řeka město příliš úpěl ďábelské ódy
            čtvrtek děti světlo`),
        names: words(`den obchod město výrobek částka kusy cena stav zákazník
            poznámka kraj`),
        encodings: ["windows-1250", "iso-8859-2", "cp852"],
    },
    turkish: {
        words: words(`güneş çocuk ağaç ışık İstanbul şeker öğretmen kış
            büyük yıldız üzüm`),
        names: words(`gün mağaza şehir ürün tutar adet fiyat durum müşteri
            açıklama bölge`),
        encodings: ["windows-1254", "iso-8859-9", "cp857"],
    },
    russian: {
        words: words(`лес ёлочка зима лето дорога книга школа вечер
            городской хорошо письмо площадь объект`),
        names: words(`дата магазин город товар сумма количество цена состояние
            клиент примечание область`),
        encodings: ["windows-1251", "koi8-r", "iso-8859-5", "ibm866", "x-mac-cyrillic"],
    },
    greek: {
        words: words(`αρχή λόγος θάλασσα ήλιος δρόμος βιβλίο σχολείο
            άνθρωπος πόλη νύχτα φως`),
        names: words(`ημέρα κατάστημα πόλη προϊόν ποσό τεμάχια τιμή κατάσταση
            πελάτης σχόλιο`),
        encodings: ["windows-1253", "iso-8859-7", "cp737"],
    },
    hebrew: {
        words: words(`שלום ספר בית ילדה מים שמש דרך עיר חנות לילה`),
        names: words(`יום חנות עיר מוצר סכום יחידות מחיר מצב לקוח הערה`),
        encodings: ["windows-1255", "iso-8859-8", "cp862"],
    },
    arabic: {
        words: words(`كتاب مدينة شمس قمر طريق مدرسة بيت ماء ليل صباح`),
        names: words(`اليوم المتجر المدينة المنتج المبلغ الوحدات السعر الحالة`),
        encodings: ["windows-1256", "iso-8859-6"],
    },
    thai: {
        words: words(`สวัสดี หนังสือ โรงเรียน เมือง ตลาด ทะเล ภูเขา`),
        names: words(`วันที่ ร้าน เมือง สินค้า จำนวนเงิน หน่วย ราคา`),
        encodings: ["tis-620", "windows-874"],
    },
    vietnamese: {
        words: words(`đường phố nước mặt trời học sinh buổi sáng thành
            người yêu quyển`),
        names: words(`ngày phố hàng tiền giá khách ghi_chú vùng`),
        encodings: ["utf-16le"],
    },
    chinese: {
        words: words(`北京 上海市 数据 商店 学校 我们 今天 苹果 价格表 图书馆 大楼`),
        names: words(`日期 商店 城市 产品 金额 数量 单价 状态 客户 备注 地区`),
        encodings: ["gbk", "gb18030", "gb2312", "hz"],
    },
    taiwanese: {
        words: words(`臺北市 資料 學校 我們 圖書館 蘋果 價格 大樓 開門`),
        names: words(`日期 商店 城市 產品 金額 數量 單價 狀態 客戶`),
        encodings: ["big5", "euc-tw"],
    },
    japanese: {
        words: words(`東京都 これは 文章です カタカナ 住所 学校 りんご 価格 図書館 ー棒`),
        names: words(`日付 店舗 都市 商品 金額 数量 単価 状態 顧客 備考`),
        encodings: ["shift_jis", "euc-jp", "iso-2022-jp"],
    },
    korean: {
        words: words(`서울 문장입니다 학교 사과 가격 도서관 오늘 우리 바다`),
        names: words(`날짜 가게 도시 상품 금액 수량 단가 상태 고객 메모`),
        encodings: ["euc-kr", "cp949", "johab", "iso-2022-kr"],
    },
    emoji: {
        words: words(`🚀launch ☕ 👩‍👩‍👧 naïve 日本 zażółć Ω≈ç 🏳️‍🌈 ok €uro`),
        names: words(`day ☕shop city naïve amount units prix état`),
        encodings: ["utf-16le", "utf-16be", "utf-32le", "utf-32be", "gb18030"],
    },
};
