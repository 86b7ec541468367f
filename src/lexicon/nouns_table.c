/* Nouns of tables that mean the same; lexicon.h tells of groups. */
#include "lexicon/lexicon.h"

const struct lexicon_group lexicon_groups[] = {
    {GROUP_SALES, "sales revenue turnover ventas venta facturacion ingresos "
                  "销售额 销售 营收 收入 营业额 销售金额 sales_amount"},
    {GROUP_AMOUNT, "amount total value importe monto valor 金额 总额 总价 "
                   "money subtotal"},
    {GROUP_COST, "cost expense spending coste costo gasto 成本 费用 支出"},
    {GROUP_PRICE | GROUP_RATE,
     "price precio 单价 价格 售价 tarifa fare msrp unit_price precio_unitario"},
    {GROUP_COST | GROUP_RATE, "unit_cost coste_unitario costo_unitario"},
    {GROUP_QUANTITY, "quantity qty units unidades cantidad 数量 件数 "
                     "销量 销售量 volume pieces"},
    {GROUP_PROFIT, "profit earnings beneficio ganancia utilidad 利润"},
    {GROUP_DATE, "date fecha 日期 时间"},
    {GROUP_YEAR | GROUP_RATE, "year ano anio 年 年份 年度"},
    {GROUP_CUSTOMER | GROUP_PERSON,
     "customer client buyer shopper cliente comprador 客户 顾客 买家"},
    {GROUP_ORDER, "order purchase pedido orden 订单 订单号"},
    {GROUP_NAME | GROUP_GENERIC, "name nombre 姓名 名称 名字"},
    {GROUP_AGE | GROUP_RATE, "age edad 年龄"},
    {GROUP_PRODUCT,
     "product item article sku producto articulo 产品 商品 货品 品名"},
    {0, "category categoria 类别 分类 品类"},
    {0, "type kind tipo clase 类型 种类"},
    {0, "country nation pais 国家"},
    {0, "city town ciudad 城市"},
    {0, "region zona territory 地区 区域 大区"},
    {0, "state province provincia 省 省份"},
    {0, "status estado situacion 状态"},
    {GROUP_PERSON, "employee staff worker empleado trabajador 员工"},
    {0, "employee staff worker empleado trabajador 员工"},
    {0, "salesperson seller sales_rep rep agent vendedor 销售员 业务员"},
    {0, "department dept departamento 部门"},
    {0, "salary wage sueldo salario 工资 薪水 薪资"},
    {0, "bank banco 银行"},
    {0, "balance saldo 余额"},
    {0, "concept description concepto descripcion 描述 摘要 说明"},
    {0, "discount descuento rebate 折扣"},
    {0, "stock inventory existencias inventario 库存"},
    {0, "supplier vendor proveedor 供应商"},
    {0, "population poblacion habitantes inhabitants 人口"},
    {0, "store shop branch tienda sucursal 门店 店铺"},
    {0, "brand marca 品牌"},
    {0, "rating score calificacion puntuacion 评分 分数"},
    {0, "team club equipo 球队"},
    {0, "player athlete jugador 球员"},
    {0, "channel canal 渠道"},
    {0, "winner champion ganador 冠军"},
    {0, "title titulo 标题"},
    {0, "gender sex genero sexo 性别"},
    {0, "invoice factura 发票"},
    {0, "tax impuesto iva 税 税额"},
    {GROUP_PERSON, "person people player athlete author artist manager driver "
                   "rider winner champion candidate president member student "
                   "teacher actor director salesperson seller rep vendedor "
                   "name nombre persona jugador 姓名 客户 员工 人"},
    {GROUP_RATE,
     "rate ratio percent percentage pct tasa porcentaje indice index rank "
     "ranking position place puesto posicion score rating 率 比率 排名 "
     "discount descuento 折扣 balance saldo 余额 stock existencias inventario "
     "库存 temperature temperatura height altura weight peso average avg mean "
     "promedio density densidad latitude longitude elevation speed margin "
     "margen no id code codigo length duration date day month"},
    {GROUP_COUNTABLE,
     "sales revenue amount total units quantity qty cost expense profit "
     "points goals wins losses medals votes seats visitors visits clicks "
     "orders hours runs attendance importe ventas monto cantidad unidades "
     "gold silver bronze 销售额 金额 数量 销量 利润 成本 tax impuesto"},
    {GROUP_GENERIC,
     "id no number num code total eur euro usd mxn cny rmb km km2 mi m ft kg "
     "lb pct percent value nombre numero codigo of de the del la el in en 号 "
     "编号 元"},
};

const size_t lexicon_n_groups =
    sizeof(lexicon_groups) / sizeof(lexicon_groups[0]);
